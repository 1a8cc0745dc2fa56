"""Legal commands: exactly those on offer are accepted; facts give back their commands; the record replays."""

import random
from functools import cache
from itertools import islice, product
from typing import Union

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.model.commands import Build, Develop, EndTurn, Network, Pass, RemoveTile, Sale, Sell
from domain.brass.birmingham.model.facts import FACTS
from domain.brass.birmingham.model.state import State
from domain.game import HIDDEN, BadPick, FinalField, IllegalMove, choices, legal_commands
from tests.domain.brass.birmingham.builder import Game, components
from tests.domain.brass.birmingham.playing import moves, replay, whole_game

SEEDS = st.tuples(st.sampled_from([2, 3, 4]), st.integers(0, 10**6))
FEW = settings(max_examples=6)
FACT = msgspec.json.Decoder(Union[FACTS])  # noqa: UP007
SLOTS = [f"{place}/{number}" for place, slots in components.slots.items() for number in range(len(slots))]


def copy(state):
    return msgspec.json.decode(msgspec.json.encode(state), type=State)


def accepted(state, seat, command, encoded=None):
    """Whether the command is accepted; a refusal names a rule of the catalogue and changes nothing.

    A caller that tries many commands on a state may pass it ``encoded``.
    """
    before = encoded or msgspec.json.encode(state)
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
    things = [*SLOTS, *components.line, *state.merchants, *components.tiles, *state.players[0].hand, "market", "x"]
    value = fields[name]
    if isinstance(value, list | tuple) and value and numbers.random() < 0.6 and name != "sales":
        value = list(value)
        value[numbers.randrange(len(value))] = numbers.choice(things)
    elif isinstance(value, list | tuple):
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
        offered = set(islice(legal_commands(ruleset, copy(state), seat), 6000))
        if len(offered) == 6000:
            continue
        some = numbers.sample(sorted(offered, key=repr), min(25, len(offered)))
        for command in (altered(command, numbers, state) for command in some):
            assert accepted(state, seat, command) == (command in offered), command


def every_build(state, seat):
    mines = [slot for slot, tile in state.board.items() if tile.industry == "coal_mine"]
    works = [slot for slot, tile in state.board.items() if tile.industry == "iron_works"]
    player = state.players[seat]
    for card, industry, slot in product(set(player.hand), components.tiles, SLOTS):
        if not player.mat[industry]:
            continue
        tile = components.tile(industry, player.mat[industry][0])
        for coal in product([*mines, "market"], repeat=tile.coal):
            for iron in product([*works, "market"], repeat=tile.iron):
                yield Build(card=card, industry=industry, slot=slot, coal=coal, iron=iron)


def every_network(state, seat):
    card = state.players[seat].hand[0]
    mines = [slot for slot, tile in state.board.items() if tile.industry == "coal_mine" and not tile.flipped]
    breweries = [slot for slot, tile in state.board.items() if tile.industry == "brewery"]
    sources = [*mines, "market"]
    canal = state.era == "canal"
    for line in components.line:
        for coal in [()] if canal else [(source,) for source in sources]:
            yield Network(card=card, links=(line,), coal=coal)
    if not canal:
        near = [line for line in components.line if line not in state.links]
        for links, beer in product(product(near, repeat=2), [*breweries, *state.merchants]):
            for coal in product(sources, repeat=2):
                yield Network(card=card, links=links, coal=coal, beer=beer)


def every_develop(state, seat):
    card = state.players[seat].hand[0]
    works = [slot for slot, tile in state.board.items() if tile.industry == "iron_works"]
    for tiles in (1, 2):
        for industries in product(components.tiles, repeat=tiles):
            for iron in product([*works, "market"], repeat=tiles):
                yield Develop(card=card, industries=industries, iron=iron)


def every_single_sale(state, seat):
    card = state.players[seat].hand[0]
    sources = [*(slot for slot, tile in state.board.items() if tile.industry == "brewery"), *state.merchants]
    for slot, merchant in product(state.board, state.merchants):
        tile = state.board[slot]
        for beer in product(sources, repeat=components.tile(tile.industry, tile.level).beer_to_sell):
            for bonus in (None, *components.tiles):
                sale = Sale(slot=slot, merchant=merchant, beer=beer, bonus=bonus)
                yield Sell(card=card, sales=(sale,))


@cache
def positions(seats, seed):
    """Return the seat to act and the encoded state before each move of a game."""
    return [(seat, msgspec.json.encode(state)) for state, seat, _, _ in moves(seats, seed)]


def rich_position(seats, seed, move):
    """Return the first position from this move on that awaits an action; the acting seat gets money."""
    for seat, encoded in positions(seats, seed)[move:]:
        rich = msgspec.json.decode(encoded, type=State)
        if rich.actions_left:
            rich.players[seat].money = 80
            return rich, seat
    raise AssertionError("the game is over")


@pytest.mark.parametrize(("seats", "seed", "move"), [(2, 2, 40), (3, 4, 65), (4, 1, 110), (2, 3, 90), (4, 6, 150)])
def test_everything_that_is_accepted_is_on_offer(seats, seed, move):
    state, seat = rich_position(seats, seed, move)
    offered = set(legal_commands(ruleset, copy(state), seat))
    encoded = msgspec.json.encode(state)
    found = 0
    for every in (every_build, every_network, every_develop, every_single_sale):
        commands = set(every(state, seat))
        sample = commands if len(commands) < 15000 else random.Random(seed).sample(sorted(commands, key=repr), 15000)
        legal = {command for command in sample if accepted(state, seat, command, encoded)}
        assert legal == {command for command in sample if command in offered}
        found += len(legal)
    assert found > 10


@FEW
@given(SEEDS, st.booleans())
def test_the_record_replays_and_survives_json(game, introductory):
    facts = whole_game(*game, introductory=introductory)
    stored = [msgspec.json.encode(fact) for fact in facts]
    read = tuple(FACT.decode(line) for line in stored)
    assert read == facts
    state = ruleset.initial(facts[0])
    for number, fact in enumerate(facts[1:], 2):
        ruleset.apply(state, fact)
        assert copy(state) == state
        assert state.facts == number
    assert replay(read) == state


def test_the_position_after_a_move_is_worked_out_anew():
    game = Game().hand("stone", "stone").links("birmingham-oxford")
    state = game.state
    before = set(legal_commands(ruleset, state, 0))
    for fact in ruleset.decide(state, 0, Network(card="stone", links=("birmingham-dudley",))):
        ruleset.apply(state, fact)
    after = set(legal_commands(ruleset, state, 0))
    assert Network(card="stone", links=("dudley-kidderminster",)) in after - before
    assert Network(card="stone", links=("birmingham-dudley",)) in before - after


def test_choices_go_from_the_action_to_the_command_field_by_field():
    game = Game().hand("dudley", "stone").tile("dudley/1", "iron_works", 1, cubes=2).links("birmingham-oxford")
    first = choices(ruleset, game.state, 0, [])
    assert [option.value for option in first.options] == ["build", "network", "develop", "loan", "pass"]
    lines = choices(ruleset, game.state, 0, ["network"])
    assert ("link:birmingham-dudley",) in [option.elements for option in lines.options]
    cards = choices(ruleset, game.state, 0, ["network", "birmingham-dudley"])
    assert [option.elements for option in cards.options] == [("card:dudley",), ("card:stone",)]
    done = choices(ruleset, game.state, 0, ["network", "birmingham-dudley", "stone"])
    assert done.command == Network(card="stone", links=("birmingham-dudley",))
    with pytest.raises(BadPick):
        choices(ruleset, game.state, 0, ["network", "derby-nottingham"])


def test_every_option_reads_well_and_names_parts_of_the_board():
    texts, elements = set(), set()
    for number in range(100):
        state, seat = rich_position(2 + number % 3, 1, number)
        for asked in walk(state, seat, random.Random(number)):
            assert asked.prompt.text
            for value in asked.values:
                label = asked.label(value)
                assert set(label.parts) == set(gaps(label.text))
                texts.add(label.text)
                elements.update(element.partition(":")[0] for element in asked.elements(value))
    assert elements == {"card", "mat", "slot", "place", "link", "merchant", "market"}
    assert len(texts) > 15


def gaps(text):
    return [part.partition("}")[0] for part in text.split("{")[1:]]


def walk(state, seat, numbers):
    """The questions on the way to a random command."""
    script = ruleset.script(state, seat)
    asked = next(script)
    while True:
        yield asked
        try:
            asked = script.send(numbers.choice(asked.values))
        except StopIteration as stop:
            if isinstance(stop.value, FinalField):
                yield stop.value.choose
            return


def test_turns_end_and_shortfalls_are_asked_for():
    game = Game().tile("worcester/0", "cotton_mill", 1).tile("dudley/0", "coal_mine", 1).income_space(4).money(0)
    game.end_of_round()
    assert choices(ruleset, game.state, 1, []).command == EndTurn()
    game.end_round()
    asked = choices(ruleset, game.state, 0, [])
    assert [option.elements[0] for option in asked.options] == ["slot:worcester/0", "slot:dudley/0"]
    assert choices(ruleset, game.state, 0, ["dudley/0"]).command == RemoveTile(slot="dudley/0")


@FEW
@given(SEEDS)
def test_bots_need_only_their_seats_view(game):
    for number, (state, seat, _, _) in enumerate(moves(*game)):
        if number % 13 == 0:
            seen = ruleset.view(state, seat)
            assert list(islice(legal_commands(ruleset, seen, seat), 2000)) == list(
                islice(legal_commands(ruleset, copy(state), seat), 2000)
            )
            for bot in ruleset.bots.values():
                assert accepted(state, seat, bot(ruleset, seen, seat, random.Random(number)))


def test_a_hidden_card_cannot_be_played():
    game = Game()
    game.refuse("BB-4.1", Pass(card=HIDDEN))


def test_the_seed_makes_the_game():
    assert whole_game(2, 7) == whole_game.__wrapped__(2, 7)
    assert whole_game(2, 7)[0] != whole_game(2, 8)[0]
