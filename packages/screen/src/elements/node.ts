import type { Pane } from '@cmd-mods/harness';
import type { Token } from 'marked';
import type { Style } from '../text/style.ts';

/** The mod behind a drawing, as its host knows it. */
export type Mod = Pane['mod'];

/** What every target has. */
interface TargetBase {
  /** Unique on a screen, and the same in every repaint: `pane:<mod>/<pane>#<key>`, `widget:<mod>/<number>#<key>`. */
  readonly id: string;
  readonly mod: Mod;
  /** The pane it stands in; `undefined` in a widget. */
  readonly pane: string | undefined;
}

/** A button that can be pressed. */
export interface ButtonTarget extends TargetBase {
  readonly kind: 'button';
  readonly label: string;
  /** One character in lower case. */
  readonly hotkey: string | undefined;
  /** Runs what the mod gave as `onPress`. */
  readonly press: () => unknown;
}

/** A line that can be typed into. */
export interface InputTarget extends TargetBase {
  readonly kind: 'input';
  /** What the mod says is in it, free of escapes. */
  readonly value: string;
  /** Runs what the mod gave as `onSubmit`. */
  readonly submit: (value: string) => unknown;
}

/** A choice that can be made. */
export interface SelectTarget extends TargetBase {
  readonly kind: 'select';
  /** As the mod gave them: what `pick` gets. */
  readonly options: readonly string[];
  readonly value: string | undefined;
  /** Runs what the mod gave as `onSelect`. */
  readonly pick: (value: string) => unknown;
}

/** What can have the focus or be clicked. */
export type Target = ButtonTarget | InputTarget | SelectTarget;

/** An element of a mod once it was read: every field is there and has its type, so drawing it cannot fail. */
export type Node =
  | { readonly type: 'line'; readonly text: string }
  | { readonly type: 'text'; readonly text: string; readonly style: Style }
  | { readonly type: 'row'; readonly children: readonly Node[]; readonly gap: number }
  | {
      readonly type: 'box';
      readonly children: readonly Node[];
      readonly title: string | undefined;
      readonly border: boolean;
      readonly padding: number;
    }
  | { readonly type: 'button'; readonly target: ButtonTarget }
  | {
      readonly type: 'progress';
      readonly value: number;
      readonly width: number | undefined;
      readonly label: string | undefined;
    }
  | { readonly type: 'divider'; readonly label: string | undefined }
  | { readonly type: 'input'; readonly target: InputTarget; readonly placeholder: string }
  | { readonly type: 'select'; readonly target: SelectTarget }
  | { readonly type: 'markdown'; readonly tokens: readonly Token[] }
  | { readonly type: 'warning'; readonly message: string };

/** What a mod drew, once it was read. */
export interface Drawing {
  readonly nodes: readonly Node[];
  /** In the order they stand in. */
  readonly targets: readonly Target[];
  /** What is malformed in it; each has a warning node in its place. */
  readonly problems: readonly string[];
}

/** A drawing with nothing in it. */
export const NO_DRAWING: Drawing = { nodes: [], targets: [], problems: [] };
