import { type Blueprint, keyOf } from '../../blueprint/blueprint.js';
import { fingerprint } from '../../digest.js';
import type { JsonObject } from '../../json.js';

/** One page of a list as it goes on the wire. Frozen, and the same object for as long as the list stays as it is. */
export type Page = Readonly<Record<string, string | readonly JsonObject[]>>;

/**
 * Cuts a list into pages. A cursor names the page and a digest of the whole list that its reader sees, so that every replica with the
 * same components takes it, and none does once the list has changed: going on with it could skip or repeat things. It is no
 * secret, and whoever makes one up sees no more than his own list.
 */
export function pagesOf(
  member: string,
  blueprints: readonly Blueprint[],
  size: number,
): (cursor: unknown) => Page | undefined {
  const listings = blueprints.map(({ listing }) => listing);
  const page = (at: number, next?: string): Page =>
    Object.freeze({
      [member]: Object.freeze(listings.slice(at * size, (at + 1) * size)),
      ...(next !== undefined && { nextCursor: next }),
    });
  const count = Math.max(1, Math.ceil(listings.length / size));
  const digest = count > 1 ? fingerprint([member, size, ...blueprints.map(keyOf)]) : '';
  const cursors = Array.from({ length: count - 1 }, (_, index) => `${index + 1}.${digest}`);
  const first = page(0, cursors[0]);
  const more = new Map(
    cursors.map((cursor, index) => [cursor, page(index + 1, cursors[index + 1])]),
  );
  return (cursor) => {
    if (cursor === undefined) return first;
    return typeof cursor === 'string' ? more.get(cursor) : undefined;
  };
}
