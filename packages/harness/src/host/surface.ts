import type {
  CopyResult,
  ElementNode,
  NoticeLevel,
  OverridableComponent,
  PlayResult,
  RenderFunction,
} from '@cmd-mods/mod-api';
import type { ModRecord } from './mod-record.ts';

/** What a host that draws brings along. A host without it is headless. */
export interface HostScreen {
  /** The clock that toasts end by, in milliseconds; `Date.now` when left out. */
  readonly now?: () => number;
  /** Draws again; called after anything on the surface changed. It can also be set later, as `surface.repaint`. */
  readonly repaint?: () => void;
  /** Writes to the person's clipboard; a host without a way to do so answers `headless`. */
  readonly copy?: (text: string) => Promise<CopyResult>;
  /** Puts an entry of a mod into the feed, as its renderer drew it; without it, entries are dropped. */
  readonly showEntry?: (lines: readonly string[]) => void;
  /** Starts a turn with this prompt, as if typed; called while no run is going. Without it, what mods send joins the queue. */
  readonly submit?: (text: string) => void;
  /** A mod asks for the end of the program after the current turn. */
  readonly shutdown?: () => void;
  /**
   * Plays a file that exists, given by its absolute path, and ends the player after `timeoutMs` and when the signal fires; a host
   * without sound answers `headless`.
   */
  readonly play?: (sound: {
    readonly file: string;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
  }) => Promise<PlayResult>;
  /** Rings the terminal's bell; a host without one answers `headless`. */
  readonly bell?: () => void;
}

/** A segment of the status row. */
export interface StatusSegment {
  readonly mod: ModRecord;
  readonly text: string;
  /** Takes the registration of the segment back. */
  drop(): void;
}

/** A widget as registered. */
export interface Widget {
  readonly mod: ModRecord;
  readonly placement: 'above-editor' | 'below-editor';
  readonly render: RenderFunction;
}

/** A pane as registered. */
export interface Pane {
  readonly mod: ModRecord;
  /** `<mod>/<id>`. */
  readonly id: string;
  readonly title: string;
  readonly render: RenderFunction;
}

/** An override as registered. */
export interface Override {
  readonly mod: ModRecord;
  readonly component: OverridableComponent;
  /** Draws the row, as `cmd.ui.override` was given it. */
  readonly render: (
    props: Readonly<Record<string, unknown>>,
    next: () => readonly ElementNode[] | undefined,
  ) => readonly ElementNode[] | undefined;
}

/** A line that clears itself. */
export interface Toast {
  readonly mod: ModRecord;
  readonly text: string;
  readonly level: NoticeLevel | 'success';
  /** By the host's clock, in milliseconds; it is not drawn from then on. */
  readonly endsAt: number;
}

/** A question that waits for a person. The first one asked is the one on the screen. */
export type Dialog =
  | (DialogBase<boolean> & { readonly kind: 'confirm'; readonly message: string | undefined })
  | (DialogBase<string | undefined> & {
      readonly kind: 'select';
      readonly options: readonly { readonly label: string; readonly description?: string }[];
    })
  | (DialogBase<string | undefined> & { readonly kind: 'input'; readonly placeholder: string | undefined });

/** What every dialog has. */
export interface DialogBase<TAnswer> {
  readonly mod: ModRecord;
  readonly title: string;
  /** Settles the question and takes it off the screen; only the first answer counts. */
  answer(value: TAnswer): void;
  /** Settles the question with its headless default. */
  dismiss(): void;
}

/** Something that a mod has on the surface. */
export interface Item {
  readonly mod: ModRecord;
}

/**
 * Puts what was added last into its place: items stand in the order of their mods, and in that of their registration within one. The
 * code of a reloaded mod registers last and belongs where the old code was.
 */
export function keepOrder<TItem extends Item>(items: Set<TItem> | Map<string, TItem>): void {
  if (items instanceof Map) {
    const sorted = [...items].sort(([, one], [, other]) => one.mod.order - other.mod.order);
    if (sorted.at(-1)?.[1] === [...items.values()].at(-1)) return;
    items.clear();
    for (const [key, item] of sorted) items.set(key, item);
    return;
  }
  const sorted = [...items].sort((one, other) => one.mod.order - other.mod.order);
  if (sorted.at(-1) === [...items].at(-1)) return;
  items.clear();
  for (const item of sorted) items.add(item);
}

/** What mods want on the screen: kept as data, for whoever draws. A headless host draws none of it. */
export class Surface {
  /** Status segments by mod name. */
  readonly statuses: Map<string, StatusSegment> = new Map();
  readonly widgets: Set<Widget> = new Set();
  readonly panes: Map<string, Pane> = new Map();
  /** The ids of open panes, the newest last. Kept over a reload, so an id may have no pane for a moment. */
  readonly openPanes: Set<string> = new Set();
  readonly overrides: Set<Override> = new Set();
  /** The newest last. Those that ended are left out when the next one comes. */
  readonly toasts: Set<Toast> = new Set();
  /** Questions that wait, in the order they were asked. */
  readonly dialogs: Set<Dialog> = new Set();
  /** Titles of the terminal's tab by mod name, the newest last. */
  readonly titles: Map<string, string> = new Map();
  /** The pane that has the keyboard; `undefined` is the prompt. It means nothing while that pane is closed. */
  focusedPane: string | undefined;
  #repaint: () => void = () => {};
  /** The drawing that is being made. */
  #drawing: { readonly of: object; hasAsked: boolean } | undefined;
  /** In how many drawings, one after the other, each registration has asked for the next one. */
  readonly #asks = new WeakMap<object, number>();

  readonly #report: (mod: ModRecord, hook: string, error: unknown) => void;
  readonly #broken = new WeakSet<object>();

  /** @param report - Told what fails in a mod: it becomes `mod_error`. */
  constructor(report: (mod: ModRecord, hook: string, error: unknown) => void) {
    this.#report = report;
  }

  /** Called after data that drawings read may have changed. A host that draws sets it. */
  get repaint(): () => void {
    return this.#askForRepaint;
  }
  set repaint(repaint: () => void) {
    this.#repaint = repaint;
  }

  readonly #askForRepaint = (): void => {
    const drawing = this.#drawing;
    if (drawing !== undefined) {
      const asks = (this.#asks.get(drawing.of) ?? 0) + (drawing.hasAsked ? 0 : 1);
      drawing.hasAsked = true;
      this.#asks.set(drawing.of, asks);
      if (asks > MAX_ASKS) return;
    }
    this.#repaint();
  };

  /**
   * Calls the render of a mod. One that changes in each drawing what repaints the screen would keep it repainting for ever: after a hundred
   * such drawings in a row its changes repaint no more, and that is reported.
   * @param hook - What `mod_error` says.
   * @returns what `render` returns; throws what it throws.
   */
  draw<TDrawn>(registration: Widget | Pane | Override, hook: string, render: () => TDrawn): TDrawn {
    const around = this.#drawing;
    const drawing = { of: registration, hasAsked: false };
    this.#drawing = drawing;
    try {
      return render();
    } finally {
      this.#drawing = around;
      if (!drawing.hasAsked) this.#asks.delete(registration);
      else if ((this.#asks.get(registration) ?? 0) > MAX_ASKS) {
        this.reportOnce(registration, hook, new Error(REPAINTS_ITSELF));
      }
    }
  }

  /**
   * Opens a pane, or makes an open one the newest. Repaints.
   * @returns false when there is no such pane.
   */
  open(id: string, options: { readonly focus?: boolean } = {}): boolean {
    if (!this.panes.has(id)) return false;
    this.openPanes.delete(id);
    this.openPanes.add(id);
    if (options.focus === true) this.focusedPane = id;
    this.repaint();
    return true;
  }

  /**
   * Closes a pane; a focused one hands the keyboard back. Repaints.
   * @returns whether it was open.
   */
  close(id: string): boolean {
    const wasOpen = this.openPanes.delete(id);
    if (this.focusedPane === id) this.focusedPane = undefined;
    this.repaint();
    return wasOpen;
  }

  /** Puts a question behind those that wait; it takes the keyboard from a pane. Repaints. */
  ask(dialog: Dialog): void {
    this.dialogs.add(dialog);
    this.focusedPane = undefined;
    this.repaint();
  }

  /** Settles every question that waits with its headless default, as when the session ends. */
  dismissDialogs(): void {
    for (const dialog of [...this.dialogs]) dialog.dismiss();
  }

  /** Something of a mod failed: a handler of a button, say. */
  report(mod: ModRecord, hook: string, error: unknown): void {
    this.#report(mod, hook, error);
  }

  /** A drawing failed: reported once for each registration, since it would fail in every repaint. */
  reportOnce(registration: Widget | Pane | Override, hook: string, error: unknown): void {
    if (this.#broken.has(registration)) return;
    this.#broken.add(registration);
    this.#report(registration.mod, hook, error);
  }
}

/** A render that asks for the next drawing in more drawings than that, one after the other, asks in each. */
const MAX_ASKS = 100;

const REPAINTS_ITSELF =
  'the render changes in each drawing what repaints the screen, with cmd.state.set or refreshWidgets; it is not repainted for that any more. ' +
  'Change state in a hook, a handler or a timer, and only read it in a render.';
