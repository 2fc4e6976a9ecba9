import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';

/**
 * A choice of every kind (SEP-1330). With zod they are `z.enum`, `choices({ value: 'Title' })`, and `z.array` of either; but the
 * old way to title values, `enumNames`, exists in raw forms only.
 */
const Choices = form({
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: {
      type: 'string',
      oneOf: [
        { const: 'value1', title: 'First Option' },
        { const: 'value2', title: 'Second Option' },
        { const: 'value3', title: 'Third Option' },
      ],
    },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: {
      type: 'array',
      items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    },
    titledMulti: {
      type: 'array',
      items: {
        anyOf: [
          { const: 'value1', title: 'First Choice' },
          { const: 'value2', title: 'Second Choice' },
          { const: 'value3', title: 'Third Choice' },
        ],
      },
    },
  },
});

@Tool({
  name: 'test_elicitation_sep1330_enums',
  description: 'Asks a person to choose, in every way that a form has.',
})
export class ElicitationChoices {
  @Elicit()
  choices() {
    return ask.form('Please select options from the enum fields', Choices);
  }

  run(_: object, { choices }: Answers<ElicitationChoices>) {
    return `Elicitation completed: ${JSON.stringify(choices)}`;
  }
}
