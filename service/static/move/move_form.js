/* The form for a move: it asks for one choice after another, previews the complete command, and confirms it. */

import { element } from "../core/dom.js";
import { messages } from "../core/i18n.js";
import { reload, reloadFor } from "../core/partial_reload.js";
import { takeKept } from "../core/log_in_dialog.js";
import { newIdempotencyKey } from "../core/requests.js";
import { checkSession, keepChoices } from "../core/session.js";
import { animatePaths } from "../drawings/animations.js";
import { alternativesAt, choiceLines, optionItem } from "./choices.js";
import { discardedNote, fetchSince, hasMoved } from "./discarded.js";
import { showNote, showNoteAgain } from "./note.js";
import { keepInView, markOutcomes, outcome, Preview } from "./preview.js";
import { fetchRefusals, impossibleOptions, quoteRule, ruleLink } from "./refusals.js";
import { asPicks, getForSeat, postMove } from "./move_api.js";

/** The panel `#chooser` of the seat that may act at the version that the page shows. */
export class MoveForm {
  #highlights;
  #game = null;
  #picks = [];
  /** Parts that the user touched to start the move: only options that concern them are shown. */
  #touched = [];
  /** The index of a pick that was changed: later picks are dropped if they do not fit it. */
  #changed = Infinity;
  /** Actions that are not possible; clicking one shows why. */
  #impossible = [];
  /** Whether the user went back to a question: no default is taken for it then. */
  #reopened = false;
  #choice = null;
  /** The picks that the choice belongs to: they are restored if the next request fails. */
  #shown = null;
  #narrow = null;
  /** The choice that is expanded to its alternatives: its index and the options. */
  #opened = null;
  #ticket = 0;
  #preview = new Preview();
  /** The move that is being sent, or whose answer was lost. */
  #sent = null;
  #isSending = false;
  /** Whether the player has chosen anything; defaults are taken automatically. */
  #isChosen = false;
  /** The page that arrived while a move was being sent. */
  #late = null;

  constructor(highlights) {
    this.#highlights = highlights;
    document.addEventListener("keydown", (event) => this.#onKey(event));
    keepChoices(() => this.#choicesToKeep());
    markOutcomes();
  }

  /**
   * Show the form for a page; earlier picks are kept while they are still possible. The page may be the answer to a
   * form of this window (`posted`).
   */
  show(game, { posted = false } = {}) {
    if (this.#isSending) {
      this.#late = { ...game };
      return;
    }
    const restored = !this.#game && this.#restore(game);
    const same = this.#game?.api === game.api && this.#game?.seat === game.seat;
    const before = same && this.#hasChoices && this.#game.version !== game.version ? this.#game.version : null;
    if (!same || (!this.#panel && !before)) this.#forget();
    if (!same) this.#choice = null;
    this.#game = { ...game };
    this.#preview.clear();
    this.#highlights.clear();
    this.#highlights.setTouchable([], () => {});
    this.#impossible = [];
    showNoteAgain();
    if (before) this.#recheck(Number(before), posted);
    else if (this.#panel)
      this.#ask().then(() => {
        if (restored) this.#focus();
        this.#fetchTouchable();
      });
  }

  /** Return the choices to keep if the session ends now; null without any. */
  #choicesToKeep() {
    if (!this.#isChosen || !this.#panel) return null;
    const { api, seat, version } = this.#game;
    return { game: { api, seat, version }, picks: this.#picks, touched: this.#touched, reopened: this.#reopened };
  }

  /** Take the choices that the user made before the last session ended; return whether there were any. */
  #restore(game) {
    const kept = takeKept("choices");
    if (!kept || kept.game.api !== game.api || kept.game.seat !== game.seat) return false;
    this.#game = { ...game, version: kept.game.version };
    this.#picks = kept.picks;
    this.#touched = kept.touched;
    this.#reopened = kept.reopened;
    this.#isChosen = true;
    return true;
  }

  /** Whether the player has chosen something, or sees a move that only needs to be confirmed. */
  get #hasChoices() {
    return Boolean(this.#picks.length || this.#touched.length || this.#choice?.command);
  }

  /** Keep the choices made at an earlier version, unless this player has moved since or may no longer move. */
  async #recheck(version, posted) {
    const game = this.#game;
    if (this.#panel) this.#panel.inert = true;
    const events = await fetchSince(game, version);
    const moved = !events || hasMoved(events, game.seat, { posted });
    const isOwn = moved && this.#sent?.version === version && (await this.#hasArrived(this.#sent));
    if (game !== this.#game) return;
    if (moved || !this.#panel) {
      this.#forget();
      this.#choice = null;
      if (isOwn) showNote();
      else if (!posted || !document.getElementById("trouble").hasChildNodes())
        showNote(...discardedNote(events ?? [], game.seat));
    }
    if (this.#panel) await this.#ask();
    if (this.#panel) this.#fetchTouchable();
  }

  /** Whether a move whose answer was lost has been made: sent again under its key, it has no second effect. */
  async #hasArrived(made) {
    const { answer } = await postMove(this.#game, made).catch(() => ({}));
    return Boolean(answer?.ok);
  }

  #forget() {
    this.#isChosen = false;
    this.#picks = [];
    this.#touched = [];
    this.#changed = Infinity;
    this.#reopened = false;
  }

  get #panel() {
    return document.getElementById("chooser");
  }

  /** Fetch the next choice. Until then nothing can be picked, so a double click picks once. */
  async #ask() {
    const ticket = ++this.#ticket;
    this.#preview.clear();
    this.#highlights.markTouchable();
    this.#narrow = null;
    this.#opened = null;
    this.#panel.inert = true;
    try {
      const { answer, body } = await this.#choices();
      if (ticket !== this.#ticket || !this.#panel) return;
      if ([401, 404].includes(answer.status) && (await checkSession())) return;
      if (answer.status === 429 || answer.status >= 500) this.#requestFailed(body.detail);
      else if (!answer.ok && this.#dropConflicts(body)) await this.#ask();
      else await this.#answered(answer, body);
    } catch {
      if (ticket === this.#ticket && this.#panel) this.#requestFailed(messages().offline);
    } finally {
      if (ticket === this.#ticket && this.#panel) this.#panel.inert = false;
    }
  }

  async #choices() {
    const query = asPicks(this.#picks.map((pick) => pick.value));
    for (const part of this.#touched) query.append("elements", part);
    return getForSeat(this.#game, this.#reopened ? "choices" : "board-choices", query);
  }

  /** Drop picks that conflict with the last change or touch; return whether there were any. */
  #dropConflicts(problem) {
    if (problem.index === undefined && !problem.elements) return false;
    if (problem.index > this.#changed) this.#picks = this.#picks.slice(0, problem.index);
    else if (this.#changed < Infinity && this.#touched.length) this.#touched = [];
    else if (!this.#picks.length && this.#touched.length > 1) this.#touched = this.#touched.slice(-1);
    else return false;
    return true;
  }

  /** Keep the shown choice and its picks, and show why the next one could not be fetched. */
  #requestFailed(reason) {
    if (this.#choice?.version === Number(this.#game.version)) {
      [this.#picks, this.#touched, this.#reopened] = this.#shown;
      this.#changed = Infinity;
      this.#showChoice();
    }
    showNote(element("p", {}, reason));
  }

  async #answered(answer, body) {
    if (answer.ok) await this.#accept(body);
    else if (this.#picks.length || this.#touched.length) this.#startAgain(messages().choicesInvalid);
    else this.#showError(body);
  }

  #startAgain(reason) {
    this.#forget();
    showNote(element("p", {}, reason));
    this.#ask();
  }

  /** Accept a choice. If it is for a later version than the page shows, reload first, which asks again. */
  async #accept(choice) {
    this.#choice = choice;
    if (choice.taken) this.#picks = choice.taken;
    this.#changed = Infinity;
    this.#shown = [this.#picks, this.#touched, this.#reopened];
    if (choice.version !== Number(this.#game.version)) await reload();
    else this.#showChoice();
  }

  #showChoice() {
    if (this.#choice.command) this.#showPreview(this.#choice.preview);
    else this.#showOptions();
  }

  // ------------------------------------------------------------------------------------------------ Touching

  /** Fetch the touchable parts in a separate request after the first options: it takes longer. */
  async #fetchTouchable() {
    const { api, version } = this.#game;
    try {
      const { answer, body } = await getForSeat(this.#game, "board-elements", new URLSearchParams());
      const still = this.#panel && this.#game.api === api && this.#game.version === version;
      if (!answer.ok || !still) return;
      this.#highlights.setTouchable(body.elements, (part) => this.#touch(part));
      this.#impossible = body.impossible;
      this.#showImpossible();
    } catch {
      /* Without them, moves start with the action. */
    }
  }

  /** Start with a part of the drawing, or add one; whatever conflicts with it is dropped. */
  async #touch(part) {
    if (this.#panel.inert) return;
    const [alternative, ...others] = alternativesAt(this.#picks, part);
    if (alternative && !others.length) return this.#take(...alternative);
    showNote();
    const before = this.#touched.filter((other) => other !== part);
    this.#forget();
    this.#isChosen = true;
    this.#touched = [...before, part];
    await this.#ask();
    this.#focus();
  }

  /** List the impossible actions below the possible ones, less prominently. */
  #showImpossible() {
    const first = this.#choice?.options && !this.#picks.length && !this.#touched.length && !this.#narrow;
    if (!first || !this.#impossible.length || this.#panel.querySelector(".impossible")) return;
    this.#panel.append(impossibleOptions(this.#impossible, (option) => this.#showRefusals(option)));
  }

  async #showRefusals(option) {
    const reasons = await fetchRefusals(this.#game, `action:${option.value}`);
    showNote(...reasons);
  }

  // ------------------------------------------------------------------------------------------------ Options

  #showOptions() {
    const { prompt, options, rule } = this.#choice;
    const listed = this.#narrow ? options.filter((option) => option.elements.includes(this.#narrow)) : options;
    const list = element(
      "ul",
      { class: "options", "aria-label": prompt },
      ...listed.map((option, index) =>
        optionItem(option, index, {}, { act: () => this.#pick(option), hint: this.#hint }),
      ),
    );
    const asked = element("p", { class: "prompt", id: "prompt", tabindex: "-1" }, prompt);
    const parts = [
      this.#breadcrumb(),
      element("div", { class: "asked" }, asked, ruleLink(this.#game.rules, rule)),
      list,
    ];
    if (this.#narrow || this.#touched.length)
      parts.push(this.#button(messages().allOptions, "quiet", () => this.#widen()));
    this.#fillPanel(parts);
    this.#showImpossible();
    this.#highlightOptions();
  }

  #highlightOptions() {
    this.#highlights.showOptions(
      this.#choice.options,
      (part, found) => (found.length === 1 ? this.#pick(found[0]) : this.#narrowTo(part)),
      (part, found) => this.#pointAt(part, found),
    );
  }

  #hint = (elements) => this.#highlights.hint(elements);

  #pointAt(part, found) {
    this.#highlights.hint(part ? [part] : []);
    const values = new Set(found.map((option) => option.value));
    for (const button of this.#panel.querySelectorAll(".options button"))
      button.classList.toggle("hinted", values.has(button.dataset.value));
  }

  #narrowTo(part) {
    this.#narrow = part;
    this.#showOptions();
    this.#panel.querySelector(".options button").focus();
  }

  #widen() {
    if (!this.#narrow) return this.#back(0);
    this.#narrow = null;
    this.#showOptions();
  }

  #pick(option) {
    if (this.#panel.inert) return;
    showNote();
    this.#isChosen = true;
    this.#picks = [...this.#picks, { value: option.value, label: option.label, elements: option.elements }];
    this.#reopened = false;
    this.#ask().then(() => this.#focus());
  }

  #back(index) {
    showNote();
    this.#picks = this.#picks.slice(0, index);
    this.#touched = [];
    this.#reopened = true;
    this.#ask().then(() => this.#focus());
  }

  /** Move the focus to what comes next, and scroll as little as shows it; with options, first what they answer. */
  #focus() {
    const target = this.#panel?.querySelector(".options button, button.primary");
    target?.focus({ preventScroll: true });
    for (const part of [this.#panel?.querySelector(".asked"), target]) part?.scrollIntoView({ block: "nearest" });
  }

  // ------------------------------------------------------------------------------------------------ Choices made

  /** Return the choices before a question, with a button that takes them all back. */
  #breadcrumb() {
    return this.#picks.length ? element("div", { class: "path" }, this.#lines(), this.#cancel()) : "";
  }

  #lines() {
    return choiceLines(this.#picks, this.#opened, {
      toggle: (index) => this.#toggle(index),
      take: (index, value, name) => this.#take(index, value, name),
      hint: this.#hint,
    });
  }

  /** Return a button that takes all picks back. */
  #cancel() {
    return this.#button(messages().cancel, "quiet cancel", () => this.#back(0));
  }

  /** Expand a choice to its alternatives, or collapse it. */
  async #toggle(index) {
    if (this.#panel.inert) return;
    if (this.#opened?.index === index) return this.#open(null);
    const { alternatives = [] } = this.#picks[index];
    const options = alternatives.length ? alternatives : await this.#optionsAt(index);
    if (options) this.#open({ index, options });
  }

  /** Fetch the options of a question that the user answered; undefined if another answer came first. */
  async #optionsAt(index) {
    const ticket = this.#ticket;
    try {
      const { answer, body } = await getForSeat(
        this.#game,
        "choices",
        asPicks(this.#picks.slice(0, index).map(({ value }) => value)),
      );
      if (ticket !== this.#ticket || !this.#panel) return;
      if (!answer.ok) showNote(element("p", {}, body.detail));
      else if (body.version !== Number(this.#game.version)) await reload();
      else return body.options;
    } catch {
      if (ticket === this.#ticket && this.#panel) showNote(element("p", {}, messages().offline));
    }
  }

  /** Show one choice expanded, or none. */
  #open(opened) {
    const index = opened?.index ?? this.#opened.index;
    this.#opened = opened;
    this.#panel.querySelector(".picks").replaceWith(this.#lines());
    if (opened)
      this.#highlights.showOptions(
        opened.options,
        (part, found) =>
          found.length === 1 ? this.#take(index, found[0].value) : this.#open({ index, options: found }),
        (part, found) => this.#pointAt(part, found),
      );
    else if (this.#choice.command) this.#highlightPicked();
    else this.#highlightOptions();
    const line = this.#panel.querySelector(`[data-open="${index}"]`);
    line.focus({ preventScroll: true });
    line.closest("li").scrollIntoView({ block: "nearest" });
  }

  /** Take another value for a pick; other picks and touched parts stay if they fit it. */
  async #take(index, value, name) {
    if (this.#panel.inert) return;
    showNote();
    this.#isChosen = true;
    const before = this.#picks[index].elements;
    this.#picks = this.#picks.map((pick, at) => (at === index ? { value, label: value, elements: [] } : pick));
    this.#changed = index;
    this.#touched = this.#touched.filter((part) => !before.includes(part));
    this.#reopened = false;
    await this.#ask();
    const line = name && this.#panel?.querySelector(`[data-step="${index} ${name}"]:enabled`);
    const focused = line || this.#panel?.querySelector(`[data-open="${index}"]`);
    if (this.#choice?.command) focused?.setAttribute("aria-describedby", "outcome");
    focused?.focus({ preventScroll: true });
  }

  // ------------------------------------------------------------------------------------------------ Preview

  #showPreview(preview) {
    const ending = "ending" in this.#panel.dataset && !this.#picks.length;
    const buttons = [this.#confirmButton(ending ? messages().endTurn : messages().confirm, "primary", false)];
    if (preview.ending) buttons.push(this.#confirmButton(messages().endToo, "", true));
    if (this.#picks.length) buttons.push(this.#cancel());
    const more = preview.stopped ? element("p", { class: "soft small" }, messages().more) : "";
    const said = ending ? messages().nothingLeft : messages().preview;
    const title = element("p", { class: ending ? "prompt" : "prompt visually-hidden" }, said);
    const confirm = element("div", { class: "buttons" }, ...buttons);
    const shown = element("div", { class: "outcome" }, title, outcome(preview), confirm);
    this.#fillPanel([shown, more, this.#picks.length ? this.#lines() : ""]);
    keepInView(shown);
    this.#highlightPicked();
    this.#preview.showFigures(preview.summary);
    this.#fetchDrawings(this.#ticket);
  }

  #highlightPicked() {
    this.#highlights.showPicked(this.#pickedElements());
  }

  #pickedElements() {
    return this.#picks.flatMap((pick) => pick.elements);
  }

  /** Fetch the drawings in a separate request after the text of the preview: they take longer. */
  async #fetchDrawings(ticket) {
    const picks = asPicks(this.#picks.map((pick) => pick.value));
    try {
      const { answer, body } = await getForSeat(this.#game, "preview-drawings", picks);
      const still = ticket === this.#ticket && String(body.version) === this.#game.version && this.#panel;
      if (!answer.ok || !still) return;
      this.#preview.showDrawings(body.drawings, this.#game.seat, this.#pickedElements());
      this.#highlights.restore();
      animatePaths(body.motions);
    } catch {
      /* Without them, the preview is text only. */
    }
  }

  /** Return a button that makes the move, and with `endsTurn` ends the turn. */
  #confirmButton(label, kind, endsTurn) {
    const picks = this.#picks.map((pick) => pick.value);
    const made = { command: newIdempotencyKey(), version: this.#choice.version, picks, endsTurn };
    const button = this.#button(label, kind, ({ currentTarget }) => this.#confirm(currentTarget, made));
    button.setAttribute("aria-describedby", "outcome");
    return button;
  }

  async #confirm(button, made) {
    const disable = (disabled) => {
      for (const each of button.parentElement.children) each.disabled = disabled;
    };
    disable(true);
    this.#sent = made;
    this.#isSending = true;
    this.#isChosen = true;
    const { answer, version } = await postMove(this.#game, made).catch(() => ({}));
    this.#isSending = false;
    const late = this.#late;
    this.#late = null;
    if (!answer) {
      disable(false);
      showNote(element("p", {}, messages().offline));
      if (late) this.show(late);
      return;
    }
    if ([401, 404].includes(answer.status) && (await checkSession())) return;
    this.#choice = null;
    this.#sent = null;
    if (answer.ok) {
      // The preview stays until the page shows the position after the move.
      this.#forget();
      showNote();
      if (Number(late?.version) >= version) this.show(late);
      else await reloadFor(version);
      document.getElementById("status")?.focus({ preventScroll: true });
      return;
    }
    this.#preview.clear();
    if (answer.status === 412) await this.#stale(await answer.json());
    else this.#showError(await answer.json());
  }

  // ------------------------------------------------------------------------------------------------ Errors

  /** Show what happened in the meantime, then ask again from the new position. */
  async #stale(problem) {
    this.#forget();
    showNote(...discardedNote(problem.since ?? [], this.#game.seat));
    await reload();
  }

  #showError(problem) {
    const parts = [element("p", {}, problem.detail ?? problem.title ?? messages().failed)];
    if (problem.rule) parts.push(quoteRule(this.#game.rules, problem));
    this.#fillPanel([this.#breadcrumb()]);
    showNote(...parts);
    if (this.#picks.length)
      this.#panel.append(this.#button(messages().back, "", () => this.#back(this.#picks.length - 1)));
  }

  // ------------------------------------------------------------------------------------------------ The panel

  #fillPanel(parts) {
    this.#panel.replaceChildren(...parts.filter((part) => part !== ""));
  }

  #button(label, kind, act) {
    const button = element("button", { type: "button", class: kind }, label);
    button.addEventListener("click", act);
    return button;
  }

  #onKey(event) {
    if (!this.#panel || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("input, textarea, select, dialog")) return;
    if (event.key === "Escape" || event.key === "Backspace") this.#onBack(event);
    else if (/^[1-9]$/.test(event.key)) this.#listed[Number(event.key) - 1]?.click();
  }

  /** The buttons of the list that keys choose from: the alternatives of an expanded choice come first. */
  get #listed() {
    const list = this.#panel.querySelector(".picks .options") ?? this.#panel.querySelector(".options");
    return list?.querySelectorAll("button") ?? [];
  }

  #onBack(event) {
    if (!this.#picks.length && !this.#narrow && !this.#touched.length) return;
    event.preventDefault();
    if (this.#opened) this.#open(null);
    else if (this.#narrow || this.#touched.length) this.#widen();
    else this.#back(this.#picks.length - 1);
  }
}
