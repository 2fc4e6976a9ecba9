/** One red pixel. */
export const PNG = bytes(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC',
);

/** A millisecond of silence. */
export const WAV = bytes(
  'UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==',
);

function bytes(base64: string): Uint8Array {
  return Buffer.from(base64, 'base64');
}
