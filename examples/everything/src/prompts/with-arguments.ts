import { Complete, Prompt } from '@countersign/core';
import { z } from 'zod';

const Input = z.object({
  arg1: z.string().describe('First test argument'),
  arg2: z.string().describe('Second test argument'),
});
const WORDS = ['paris', 'park', 'party'];

@Prompt({
  name: 'test_prompt_with_arguments',
  description: 'A prompt that repeats its arguments.',
  input: Input,
})
export class PromptWithArguments {
  @Complete('arg1')
  protected words(value: string) {
    return WORDS.filter((word) => word.startsWith(value));
  }

  run({ arg1, arg2 }: z.output<typeof Input>) {
    return `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
  }
}
