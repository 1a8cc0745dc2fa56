"""Section 3: the draft of an expert game, pick by pick."""

import pytest

from domain.barrage import ruleset
from domain.barrage.model.commands import DraftPick, EndTurn, UseSpace
from domain.barrage.model.facts import ActionsBegan, Drafted, RoundBegan
from domain.barrage.model.figures import figures
from tests.domain.barrage.builder import Game, components
from tests.domain.barrage.playing import set_up


class Draft(Game):
    """An expert game before the first pick, with these companies and officers on offer."""

    def __init__(self, seats: int, offers: dict[str, str] | None = None, seed: int = 1) -> None:
        self.started = set_up(seats, seed, rules="expert")
        self.state = ruleset.initial(self.started)
        self.facts = []
        if offers:
            kinds = type(self.state.offers[0])
            self.state.offers = [kinds(company, officer) for company, officer in offers.items()]

    def pick(self, company: str, contract: str = "") -> list:
        return self.play(DraftPick(company=company, contract=contract or self.state.starting_contracts[0]))


FOUR = {
    "usa": "wilhelm_adler",
    "germany": "mahiri_sekibo",
    "italy": "anton_krylov",
    "france": "viktor_fiesler",
}


@pytest.mark.rule("BA-3.4", "BA-X.9")
def test_the_last_picker_plays_first():
    draft = Draft(4, FOUR)
    picked = {}
    for company in ("france", "italy", "usa", "germany"):
        picked[draft.acting] = company
        facts = draft.pick(company)
    assert [picked[seat] for seat in draft.state.turn_order] == ["germany", "usa", "italy", "france"]
    assert [type(fact) for fact in facts] == [Drafted, RoundBegan, ActionsBegan]
    assert picked[draft.acting] == "germany"
    draft.play(UseSpace(space="BK", engineers=1), EndTurn())
    assert picked[draft.acting] == "usa"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.rule("BA-3.3")
def test_picking_goes_clockwise_from_a_random_seat(seats):
    firsts = set()
    for seed in range(12):
        draft = Draft(seats, seed=seed)
        first = draft.acting
        firsts.add(first)
        for number in range(seats):
            assert draft.acting == (first + number) % seats
            draft.pick(draft.state.offers[-1].company)
    assert firsts == set(range(seats))


@pytest.mark.rule("BA-3.3")
def test_any_company_with_its_officer_and_any_contract_of_what_is_left():
    draft = Draft(3)
    companies = [offer.company for offer in draft.state.offers]
    contracts = list(draft.state.starting_contracts)
    every = {DraftPick(company=company, contract=contract) for company in companies for contract in contracts}
    assert draft.offered(draft.acting) == every
    picker, offer = draft.acting, draft.state.offers[1]
    draft.pick(offer.company, contracts[2])
    assert (draft.company(picker).company, draft.company(picker).officer) == (offer.company, offer.officer)
    assert draft.company(picker).contracts == [contracts[2]]
    left = {pick for pick in every if pick.company != offer.company and pick.contract != contracts[2]}
    assert draft.offered(draft.acting) == left
    draft.refuse("BA-3.3", DraftPick(company=offer.company, contract=contracts[0]))
    draft.refuse("BA-3.3", DraftPick(company=companies[0], contract=contracts[2]))
    draft.refuse("BA-3.3", DraftPick(company="atlantis", contract=contracts[0]))
    draft.refuse("BA-3.3", DraftPick(company=companies[0], contract=""))


@pytest.mark.rule("BA-3.2")
def test_an_undealt_company_cannot_be_picked():
    draft = Draft(2)
    on_offer = {offer.company for offer in draft.state.offers}
    known = {contract.id for contract in components.contracts.starting}
    absent = ({company.id for company in components.companies} - on_offer).pop()
    unlaid = (known - set(draft.state.starting_contracts)).pop()
    draft.refuse("BA-3.3", DraftPick(company=absent, contract=draft.state.starting_contracts[0]))
    draft.refuse("BA-3.3", DraftPick(company=on_offer.pop(), contract=unlaid))


@pytest.mark.rule("BA-3.3", "BA-8.1")
def test_only_the_picker_picks_and_nothing_else_is_done_before():
    draft = Draft(3)
    pick = next(iter(draft.offered(draft.acting)))
    draft.refuse("BA-8.1", pick, seat=(draft.acting + 1) % 3)
    draft.refuse("BA-3.3", UseSpace(space="BK", engineers=1))


@pytest.mark.rule("BA-3.5", "BA-3.6", "BA-3.8", "BA-25.7", "BA-D.7")
def test_an_expert_game_has_the_right_start():
    draft = Draft(4, FOUR)
    seat_of = {}
    for company in FOUR:
        seat_of[company] = draft.acting
        draft.pick(company)
    basic = ["basic-base", "basic-elevation", "basic-conduit", "basic-powerhouse"]
    for company, seat in seat_of.items():
        own = draft.company(seat)
        assert (own.excavators, own.mixers, own.engineers, own.vp, own.energy) == (6, 4, 12, 10, 0)
        assert own.credits == (9 if company == "germany" else 6)
        assert own.tiles == basic + (["special-anton"] if company == "italy" else [])
        assert own.built == {"base": 0, "elevation": 0, "conduit": 0, "powerhouse": 0}
        assert len(own.wheel) == 6
        assert all(segment.empty for segment in own.wheel)
        assert len(own.contracts) == 1


@pytest.mark.rule("BA-7.6", "BA-6.2")
def test_the_first_round_begins_after_the_last_pick_with_drops_on_the_headstreams():
    draft = Draft(2)
    assert (draft.state.round, draft.state.phase) == (0, "draft")
    assert not any(draft.state.headstreams.values())
    draft.pick(draft.state.offers[0].company)
    assert draft.state.round == 0
    draft.pick(draft.state.offers[0].company)
    assert (draft.state.round, draft.state.phase) == (1, "actions")
    tiles = figures.of(figures.current()).headstream_tile
    printed = {stream: tiles[tile].water[0] for stream, tile in draft.started.headstream_tiles.items()}
    assert draft.state.headstreams == printed
