import { PNG, WAV } from '../../src/samples.js';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

export const text = (said: string) => ({ type: 'text', text: said });
export const png = { type: 'image', data: base64(PNG), mimeType: 'image/png' };
export const wav = { type: 'audio', data: base64(WAV), mimeType: 'audio/wav' };
export const pngBlob = png.data;

/** A form whose fields are all required texts. */
export const form = (message: string, ...fields: string[]) => ({
  form: message,
  schema: {
    type: 'object',
    properties: Object.fromEntries(fields.map((name) => [name, { type: 'string' }])),
    required: fields,
  },
});
export const confirmation = (message: string) => ({
  form: message,
  schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
});
/** What `ask.confirm` puts. */
export const yes = (message: string) => ({
  form: message,
  schema: {
    type: 'object',
    properties: { confirm: { type: 'string', title: 'Confirm', enum: ['no', 'yes'] } },
    required: ['confirm'],
  },
});
export const model = (prompt: string, maxTokens: number) => ({
  model: [{ role: 'user', content: text(prompt) }],
  maxTokens,
});
export const roots = { roots: true };
