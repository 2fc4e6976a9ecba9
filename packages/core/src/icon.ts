import { isRecord } from './json.js';

/** An image that clients may show for a component or a server (spec: basic, Icons). */
export interface Icon {
  /** An https:, http: or data: URI. */
  src: string;
  mimeType?: string;
  /** Such as `48x48`, or `any`. */
  sizes?: string[];
  theme?: 'light' | 'dark';
}

/** Whether each has a source that clients would fetch or decode; any other scheme (javascript:, file:) is refused by them. */
export const areIcons = (list: readonly unknown[]): boolean =>
  list.every(
    (icon) => isRecord(icon) && typeof icon.src === 'string' && /^(https?|data):/.test(icon.src),
  );
