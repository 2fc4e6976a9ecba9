import { Tool } from '@countersign/core';

interface Contact {
  name?: string;
  address?: { street?: string; city?: string };
  contactMethod?: 'phone' | 'email';
  phone?: string;
  email?: string;
}

/** Keywords that zod has no words for. A raw schema is listed as it is written, and checked all the same. */
const CONTACT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword is called so
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

@Tool({
  name: 'json_schema_2020_12_tool',
  description: 'Takes arguments that a raw JSON Schema describes.',
  input: CONTACT,
})
export class JsonSchema202012 {
  run({ name, phone, email }: Contact) {
    return `${name ?? 'Somebody'} can be reached at ${phone ?? email}.`;
  }
}
