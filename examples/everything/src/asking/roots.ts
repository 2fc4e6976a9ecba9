import { type Answers, ask, Roots, Tool } from '@countersign/core';

@Tool({
  name: 'test_input_required_result_list_roots',
  description: 'Asks the client which directories it may work on.',
})
export class ListRoots {
  @Roots()
  client_roots() {
    return ask.roots();
  }

  run(_: object, { client_roots: roots }: Answers<ListRoots>) {
    return `Roots: ${roots.map(({ uri }) => uri).join(', ')}`;
  }
}
