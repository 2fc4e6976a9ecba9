import type { Rule } from './rule.js';
import { answerAsCondition } from './rules/answer-as-condition.js';
import { awaitInQuestion } from './rules/await-in-question.js';
import { booleanConfirmation } from './rules/boolean-confirmation.js';
import { compiles } from './rules/compiles.js';
import { directStepCall } from './rules/direct-step-call.js';
import { droppedAsk } from './rules/dropped-ask.js';
import { effectInCompute } from './rules/effect-in-compute.js';
import { effectInQuestion } from './rules/effect-in-question.js';
import { floatingPromise } from './rules/floating-promise.js';
import { inputRequiredWithSteps } from './rules/input-required-with-steps.js';
import { memoryInThis } from './rules/memory-in-this.js';
import { memoryOutside } from './rules/memory-outside.js';
import { silenceAsYes } from './rules/silence-as-yes.js';
import { unmarkedMethod } from './rules/unmarked-method.js';
import { unreadAnswer } from './rules/unread-answer.js';
import { unreadableText } from './rules/unreadable-text.js';
import { volatileQuestion } from './rules/volatile-question.js';

/** Every rule, in the order of `--help`. */
export const RULES: readonly Rule[] = [
  unmarkedMethod,
  droppedAsk,
  unreadAnswer,
  answerAsCondition,
  silenceAsYes,
  booleanConfirmation,
  unreadableText,
  volatileQuestion,
  effectInQuestion,
  awaitInQuestion,
  effectInCompute,
  directStepCall,
  memoryInThis,
  memoryOutside,
  floatingPromise,
  inputRequiredWithSteps,
  compiles,
];
