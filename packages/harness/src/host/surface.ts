import type { ElementNode, OverridableComponent, RenderFunction } from '@cmd-mods/mod-api';
import type { ModRecord } from './mod-record.ts';

/** A segment of the status row. */
export interface Status {
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
  readonly render: (
    props: Readonly<Record<string, unknown>>,
    next: () => readonly ElementNode[] | undefined,
  ) => readonly ElementNode[] | undefined;
}

/** What mods want on the screen: kept as data, for whoever draws. A headless host draws none of it. */
export class Surface {
  /** Status segments by mod name. */
  readonly statuses: Map<string, Status> = new Map();
  readonly widgets: Set<Widget> = new Set();
  readonly panes: Map<string, Pane> = new Map();
  /** The ids of open panes, the newest last. Kept over a reload. */
  readonly openPanes: Set<string> = new Set();
  readonly overrides: Set<Override> = new Set();
  /** Called after data that drawings read may have changed. */
  repaint: () => void = () => {};
}
