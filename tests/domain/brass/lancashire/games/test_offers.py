"""Legal commands: exactly those on offer are accepted; facts give back their commands; the record replays."""

import random
from itertools import islice
from typing import Union

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.brass.lancashire import ruleset
from domain.brass.lancashire.model.facts import FACTS
from domain.brass.lancashire.model.state import State
from domain.game import HIDDEN, BadPick, FinalField, IllegalMove, choices, legal_commands
from domain.verifiable_random import Seeded
from tests.domain.brass.english import english
from tests.domain.brass.lancashire.builder import (
    DISTANT_MARKET,
    DoubleBuild,
    EndTurn,
    Game,
    Network,
    Pass,
    RemoveTile,
    SellOn,
    StopSelling,
    components,
)
from tests.domain.brass.lancashire.playing import moves, replay, whole_game

SEEDS = st.tuples(st.sampled_from([2, 3, 4]), st.integers(0, 10**6))
FEW = settings(max_examples=6)
FACT = msgspec.json.Decoder(Union[FACTS])  # noqa: UP007
SLOTS = [f"{place}/{number}" for place, slots in components.slots.items() for number in range(len(slots))]
VIEWERS = (0, 1, "spectator", "auditor")


def copy(state):
    return msgspec.json.decode(msgspec.json.encode(state), type=State)


def accepted(state, seat, command):
    """Whether the command is accepted; a refusal names a rule of the catalogue and changes nothing."""
    before = msgspec.json.encode(state)
    try:
        ruleset.decide(state, seat, command)
    except IllegalMove as refused:
        assert ruleset.rule_text(refused.rule)
        assert msgspec.json.encode(state) == before
        return False
    assert msgspec.json.encode(state) == before
    return True


@FEW
@given(SEEDS)
def test_every_command_on_offer_is_accepted_and_recovered(game):
    for number, (state, seat, command, facts) in enumerate(moves(*game)):
        assert ruleset.recover(facts[0]) == command
        assert all(ruleset.recover(fact) is None for fact in facts[1:])
        if number % 9 == 0:
            for offered in islice(legal_commands(ruleset, copy(state), seat), 0, 4000, 7):
                assert ruleset.recover(ruleset.decide(state, seat, offered)[0]) == offered


def altered(command, numbers, state):
    """The command with one of its fields or elements replaced by something from elsewhere on the board."""
    fields = msgspec.to_builtins(command)
    name = numbers.choice([field for field in fields if field != "action"] or ["action"])
    things = [*SLOTS, *components.line, *components.tiles, *state.players[0].hand, "market", "distant_market", "x"]
    value = fields[name]
    if isinstance(value, int):
        value = numbers.choice([0, 5, 10, 20, 30, -10])
    elif isinstance(value, list | tuple):
        value = list(value)
        if value and numbers.random() < 0.6:
            value[numbers.randrange(len(value))] = numbers.choice(things)
        else:
            value = value[1:] if numbers.random() < 0.5 else value + value[:1]
    elif name != "action":
        value = numbers.choice(things)
    return msgspec.convert(fields | {name: value}, type(command))


@FEW
@given(SEEDS, st.randoms(use_true_random=False))
def test_altered_commands_are_accepted_only_if_they_are_on_offer(game, numbers):
    for number, (state, seat, _, _) in enumerate(moves(*game)):
        if number % 11:
            continue
        offered = set(islice(legal_commands(ruleset, copy(state), seat), 9000))
        if len(offered) == 9000:
            continue
        some = numbers.sample(sorted(offered, key=repr), min(25, len(offered)))
        for command in (altered(command, numbers, state) for command in some):
            assert accepted(state, seat, command) == (command in offered), command


@FEW
@given(SEEDS, st.sampled_from(["introductory_game", "virtual_link", "no_cash_scoring", "classic_cotton_mill_1"]))
def test_the_record_replays_and_survives_json(game, option):
    facts = whole_game(*game, **{option: True})
    read = tuple(FACT.decode(msgspec.json.encode(fact)) for fact in facts)
    assert read == facts
    state = ruleset.initial(facts[0])
    for number, fact in enumerate(facts[1:], 2):
        ruleset.apply(state, fact)
        assert copy(state) == state
        assert state.facts == number
    assert replay(read) == state


@FEW
@given(SEEDS)
def test_bots_need_only_their_seats_view(game):
    for number, (state, seat, _, _) in enumerate(moves(*game)):
        if number % 13 == 0:
            seen = ruleset.view(state, seat)
            known = list(islice(legal_commands(ruleset, seen, seat), 2000))
            assert known == list(islice(legal_commands(ruleset, copy(state), seat), 2000))
            for bot in ruleset.bots.values():
                assert accepted(state, seat, bot(ruleset, seen, seat, random.Random(number)))


@FEW
@given(SEEDS, st.binary(min_size=1, max_size=4))
def test_an_imagined_world_looks_the_same_and_offers_the_same(game, seed):
    for number, (state, seat, _, _) in enumerate(moves(*game)):
        if number % 17:
            continue
        for viewer in VIEWERS:
            seen = ruleset.view(state, viewer)
            imagined = ruleset.reimagine(state, viewer, Seeded(seed))
            assert ruleset.view(imagined, viewer) == seen
            assert imagined == ruleset.reimagine(seen, viewer, Seeded(seed))
            assert HIDDEN not in msgspec.json.encode(imagined).decode()
        offered = set(legal_commands(ruleset, ruleset.reimagine(state, seat, Seeded(seed)), seat))
        assert offered == set(legal_commands(ruleset, ruleset.view(state, seat), seat))


@pytest.mark.rule("BL-3.8", "BL-16.1")
def test_a_hidden_card_cannot_be_played():
    Game().refuse("BL-3.8", Pass(card=HIDDEN))


def values(state, seat, *picked):
    return [option.value for option in choices(ruleset, state, seat, picked).options]


def test_choices_go_from_the_action_to_the_command_field_by_field():
    game = Game().hand("bolton", "port").tile("wigan/0", "coal_mine", 1, cubes=2)
    assert values(game.state, 0) == ["build", "double_build", "network", "develop", "loan", "pass"]
    lines = choices(ruleset, game.state, 0, ["network"])
    assert ("link:preston-wigan",) in [option.elements for option in lines.options]
    cards = choices(ruleset, game.state, 0, ["network", "preston-wigan"])
    assert [option.elements for option in cards.options] == [("card:bolton",), ("card:port",)]
    done = choices(ruleset, game.state, 0, ["network", "preston-wigan", "port"])
    assert done.command == Network(card="port", links=("preston-wigan",))
    assert values(game.state, 0, "loan") == ["10", "20", "30"]
    with pytest.raises(BadPick):
        choices(ruleset, game.state, 0, ["network", "barrow_in_furness-lancaster"])


@pytest.mark.rule("BL-8.4")
def test_a_double_action_build_asks_for_two_cards_equal_ones_included():
    game = Game().hand("port", "port", "colne")
    way = ["double_build", "coal_mine", "wigan/0"]
    assert values(game.state, 0, *way) == ["port", "colne"]
    assert values(game.state, 0, *way, "port") == ["port", "colne"]
    unequal = choices(ruleset, game.state, 0, [*way, "colne"])
    assert unequal.command == DoubleBuild(cards=("colne", "port"), industry="coal_mine", slot="wigan/0")
    assert "double_build" not in values(Game().hand("port").state, 0)
    done = choices(ruleset, game.state, 0, [*way, "port", "port"])
    assert done.command == DoubleBuild(cards=("port", "port"), industry="coal_mine", slot="wigan/0")


@pytest.mark.rule("BL-12.10")
def test_a_sale_asks_for_the_mill_and_its_outlet_and_then_for_more():
    game = Game().hand("wigan", "port").tile("preston/0", "cotton_mill").tile("preston/2", "port", owner=1)
    game.tile("colne/0", "cotton_mill").links("colne-yorkshire").distant_market(1)
    assert values(game.state, 0, "sell") == ["preston/0", "colne/0"]
    assert values(game.state, 0, "sell", "preston/0") == ["preston/2", DISTANT_MARKET]
    game.play(choices(ruleset, game.state, 0, ["sell", "preston/0", "preston/2", "wigan"]).command)
    assert values(game.state, 0) == ["done", "colne/0"]
    assert choices(ruleset, game.state, 0, ["colne/0"]).command == SellOn(slot="colne/0", to=DISTANT_MARKET)
    assert choices(ruleset, game.state, 0, ["done"]).command == StopSelling()


def test_turns_end_and_shortfalls_are_asked_for():
    game = Game().tile("wigan/0", "coal_mine", 1).tile("bolton/0", "cotton_mill", 1).income_space(4).money(0)
    game.end_of_round()
    assert choices(ruleset, game.state, 1, []).command == EndTurn()
    game.end_round()
    asked = choices(ruleset, game.state, 0, [])
    assert [option.elements[0] for option in asked.options] == ["slot:wigan/0", "slot:bolton/0"]
    assert [english(option.cost) for option in asked.options] == ["Raises £2", "Raises £6"]
    assert choices(ruleset, game.state, 0, ["bolton/0"]).command == RemoveTile(slot="bolton/0")


def test_a_shortfall_names_the_money_that_is_missing():
    game = Game().tile("wigan/0", "coal_mine", 1).tile("bolton/0", "cotton_mill", 1).income_space(4).money(1)
    game.end_of_round().end_round()
    asked = ruleset.to_act(game.state)[0].reason
    assert english(asked) == "Remove tiles to pay £6 of negative income (£5 short)"


def test_every_option_reads_well_and_names_parts_of_the_board():
    texts, elements = set(), set()
    for number, (state, seat, _, _) in enumerate(moves(3, 1)):
        for asked in walk(state, seat, random.Random(number)):
            assert english(asked.prompt)
            for value in asked.values:
                texts.add(asked.label(value).text)
                assert english(asked.label(value))
                elements.update(element.partition(":")[0] for element in asked.elements(value))
    assert elements == {"card", "mat", "slot", "place", "link", "market", "loan"}
    assert len(texts) > 15


def walk(state, seat, numbers):
    """The questions on the way to a random command."""
    script = ruleset.script(state, seat)
    asked = None
    try:
        asked = next(script)
        while True:
            yield asked
            asked = script.send(numbers.choice(asked.values))
    except StopIteration as stop:
        if isinstance(stop.value, FinalField):
            yield stop.value.choose
