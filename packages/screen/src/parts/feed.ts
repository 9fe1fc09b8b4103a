import type { Surface } from '@cmd-mods/harness';
import type { NoticeLevel, OverridableComponent } from '@cmd-mods/mod-api';
import { DIM, ERROR, WARNING } from '../elements/look.ts';
import { blank, cut, join, type Line, lineOf } from '../text/line.ts';
import { readLines } from '../text/read-text.ts';
import { wrap } from '../text/wrap.ts';
import type { RowProps } from './built-in-rows.ts';
import { drawRow } from './rows.ts';

/** A row of the host with its data. */
export type FeedRow = {
  readonly [TComponent in OverridableComponent]: {
    readonly kind: TComponent;
    readonly props: RowProps[TComponent];
  };
}[OverridableComponent];

/** One thing in the feed above the prompt. */
export type FeedItem =
  | FeedRow
  | { readonly kind: 'notice'; readonly level: NoticeLevel; readonly message: string }
  /** Lines that are there already: those of a mod's renderer, say. */
  | { readonly kind: 'lines'; readonly lines: readonly string[] };

const NOTICES = {
  info: { mark: '• ', style: DIM },
  warning: { mark: '⚠ ', style: WARNING },
  error: { mark: '⚠ ', style: ERROR },
} as const;

/** Draws one thing of the feed, at most `width` wide. */
export function drawFeedItem(surface: Surface, item: FeedItem, width: number): readonly Line[] {
  switch (item.kind) {
    case 'notice': {
      const { mark, style } = NOTICES[item.level];
      const lines = readLines(item.message, style).flatMap((line) => wrap(line, Math.max(1, width - 2)));
      return lines.map((line, index) => cut(join(index === 0 ? lineOf(mark, style) : blank(2), line), width));
    }
    case 'lines':
      return item.lines.flatMap((text) => readLines(text)).map((line) => cut(line, width));
    default:
      // The kind and the props of a row belong together by the type of the item.
      return drawRow(surface, item.kind, item.props as RowProps[typeof item.kind], width);
  }
}
