import { describe, expect, it } from 'vitest';
import { visit } from './support/served.js';
import { pngBlob } from './support/shapes.js';
import { bare, ERAS } from './support/visitor.js';

const FIXED = [
  {
    uri: 'test://static-text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  { uri: 'test://static-binary', mimeType: 'image/png', blob: pngBlob },
  { uri: 'test://watched-resource', mimeType: 'text/plain', text: 'Watched resource content.' },
];
const TEMPLATE = 'test://template/{id}/data';
const OF_THE_TEMPLATE = {
  uri: 'test://template/123/data',
  mimeType: 'application/json',
  text: '{"id":"123","templateTest":true,"data":"Data for ID: 123"}',
};

describe.each(ERAS)('a client of $revision', ({ revision }) => {
  it.each([...FIXED, OF_THE_TEMPLATE])('reads at $uri what is there', async (contents) => {
    const { client } = await visit(revision);
    expect(bare(await client.readResource({ uri: contents.uri }))).toEqual({
      contents: [contents],
    });
  });

  it('is listed every resource and template that is tested here', async () => {
    const { client } = await visit(revision);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri, mimeType }) => ({ uri, mimeType }))).toEqual(
      FIXED.map(({ uri, mimeType }) => ({ uri, mimeType })),
    );
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([TEMPLATE]);
  });

  it('is told of a resource that is not there', async () => {
    const { client } = await visit(revision);
    const uri = 'test://nowhere';
    await expect(client.readResource({ uri })).rejects.toMatchObject({
      code: -32602,
      data: { uri },
    });
  });
});
