import { Resource } from '@countersign/core';

/** Many resources by one template; what stands at `{id}` is the client's to say. */
@Resource({
  uri: 'test://template/{id}/data',
  name: 'template',
  description: 'Data of an id.',
  mimeType: 'application/json',
})
export class TemplateData {
  run({ id }: { id: string }) {
    return JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  }
}
