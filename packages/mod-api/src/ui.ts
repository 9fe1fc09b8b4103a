import type { Disposable } from './disposable.ts';
import type { ElementNode, OverridableComponent } from './elements.ts';

/** How a notice is styled. */
export type NoticeLevel = 'info' | 'warning' | 'error';

/** One choice of a `select` dialog. */
export type SelectOption = string | { readonly label: string; readonly description?: string };

/** Draws a widget or pane. `width` is in columns. Called on every repaint, so keep it fast and free of effects. */
export type RenderFunction = (params: { readonly width: number }) => readonly ElementNode[];

/** What the host can draw. */
export interface UiCapabilities {
  /** Footer segments are drawn. */
  readonly status: boolean;
  /** Widgets, panes and toasts are drawn. */
  readonly surface: boolean;
}

/** What became of a copy. */
export type CopyResult =
  | { readonly isCopied: true }
  | { readonly isCopied: false; readonly reason: 'headless' | 'no-clipboard' | 'error' };

/**
 * What a mod can put on the screen. All of it is data; headless hosts answer with fixed defaults and draw nothing.
 *
 * Source: mods page, "UI surface".
 */
export interface ModUi {
  /** Headless: both false. */
  readonly capabilities: UiCapabilities;

  /** A notice in the feed. Raised before a session binds, it is shown once one does. Headless: a `notice` event. */
  notify(message: string, level?: NoticeLevel): void;

  /** A line that clears itself, after 4 seconds unless `durationMs` says otherwise. Headless: a notice. */
  toast(
    text: string,
    options?: { readonly level?: NoticeLevel | 'success'; readonly durationMs?: number },
  ): void;

  /** Asks yes or no. Headless: false, never an approval. */
  confirm(question: { readonly title: string; readonly message?: string }): Promise<boolean>;

  /** Asks for one of several; resolves to the label, `undefined` when dismissed. Headless: `undefined`. */
  select(question: {
    readonly title: string;
    readonly options: readonly SelectOption[];
  }): Promise<string | undefined>;

  /** Asks for a line of text; `undefined` when dismissed. Headless: `undefined`. */
  input(question: { readonly title: string; readonly placeholder?: string }): Promise<string | undefined>;

  /**
   * This mod's segment of the status row; a new call replaces it, `null` or blank text clears it. Colours and links survive,
   * other escapes do not. Disposing clears it while it is still the newest. Headless: stored, drawn nowhere.
   */
  setStatus(text: string | null): Disposable;

  /** Lines around the prompt. A render that throws draws one warning line. Headless: stored, drawn nowhere. */
  widget(definition: {
    readonly placement: 'above-editor' | 'below-editor';
    readonly render: RenderFunction;
  }): Disposable;

  /** Repaints widgets and panes after data they read has changed. Headless: nothing. */
  refreshWidgets(): void;

  /** A bordered panel, closed until opened. Its full id is `<mod>/<id>`. Headless: stored, drawn nowhere. */
  pane(definition: {
    readonly id: string;
    readonly title: string;
    readonly render: RenderFunction;
  }): Disposable;

  /** Opens a pane of this mod; with `focus` it takes the keyboard. An unknown id is reported. Headless: remembered. */
  openPane(id: string, options?: { readonly focus?: boolean }): void;

  /** Closes a pane of this mod. @returns whether it was open: a person may have closed it before. Headless: the same. */
  closePane(id: string): boolean;

  /**
   * Redraws a row of the host. `undefined` passes to the next mod and at last to the built-in row; `next()` is what the
   * later mods drew. Throws at registration for any other component. Headless: stored, drawn nowhere.
   */
  override(
    component: OverridableComponent,
    render: (
      props: Readonly<Record<string, unknown>>,
      next: () => readonly ElementNode[] | undefined,
    ) => readonly ElementNode[] | undefined,
  ): Disposable;

  /** The terminal tab's title until `null` hands it back. Headless: nothing. */
  setTitle(text: string | null): void;

  /** Writes to the clipboard. Never throws. Headless: `{isCopied: false, reason: 'headless'}`. */
  copy(text: string): Promise<CopyResult>;
}
