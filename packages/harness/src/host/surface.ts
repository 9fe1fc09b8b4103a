import type { ElementNode, OverridableComponent, RenderFunction } from '@cmd-mods/mod-api';
import type { ModRecord } from './mod-record.ts';

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
  readonly render: (
    props: Readonly<Record<string, unknown>>,
    next: () => readonly ElementNode[] | undefined,
  ) => readonly ElementNode[] | undefined;
}

/** What mods want on the screen: kept as data, for whoever draws. A headless host draws none of it. */
export class Surface {
  /** Status segments by mod name. */
  readonly statuses = new Map<string, { readonly text: string }>();
  readonly widgets = new Set<Widget>();
  readonly panes = new Map<string, Pane>();
  /** The ids of open panes, the newest last. Kept over a reload. */
  readonly openPanes = new Set<string>();
  readonly overrides = new Set<Override>();
  /** Called after data that drawings read may have changed. */
  repaint: () => void = () => {};
}
