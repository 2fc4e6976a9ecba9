import {
  ASKS_OF,
  attemptsOf,
  type Blueprint,
  type StepBlueprint,
} from '../../blueprint/blueprint.js';
import { freezeDeep } from '../../json.js';
import { madeForms } from '../../schema/made-forms.js';
import type { BridgeLimits } from '../legacy-bridge.js';
import type { Settings } from '../options/settings.js';
import type {
  Capability,
  ComponentDescription,
  RoundLimit,
  ServerDescription,
  StepDescription,
} from './description.js';
import { boundOf, roundLimits, roundsOf, warningsOf } from './round-bounds.js';

export interface DescribeParts {
  readonly settings: Settings;
  readonly blueprints: readonly Blueprint[];
  /** `undefined`: there is no bridge; `'unknown'`: it does not say. */
  readonly bridge: BridgeLimits | 'unknown' | undefined;
}

/** What each kind of question may need of a client. A sample with tools shows only in what the method returns. */
const NEEDS: Readonly<Record<StepBlueprint['kind'], readonly Capability[]>> = {
  elicit: ['elicitation.form', 'elicitation.url'],
  sample: ['sampling', 'sampling.tools'],
  roots: ['roots'],
  compute: [],
};

/** Tells all that is known of a server, and of the forms that were made for it, without calling a component. */
export function describeServer({ settings, blueprints, bridge }: DescribeParts): ServerDescription {
  const { options, codecs, maxRounds } = settings;
  const limits = roundLimits(maxRounds, bridge === 'unknown' ? undefined : bridge);
  return freezeDeep({
    name: options.name,
    version: options.version,
    asks2025:
      bridge === undefined
        ? 'no'
        : bridge === 'unknown'
          ? 'unknown'
          : bridge.asksOverHttp
            ? 'everywhere'
            : 'stdio',
    limits: [...limits],
    components: blueprints.map((blueprint) => componentOf(blueprint, codecs.length > 0, limits)),
    forms: madeForms(),
  }) as ServerDescription;
}

function componentOf(
  blueprint: Blueprint,
  hasCodec: boolean,
  limits: readonly RoundLimit[],
): ComponentDescription {
  const { kind, name, className, uri, once, scopes } = blueprint;
  const steps = [...blueprint.steps.values()];
  const asks = asksOf(blueprint, hasCodec);
  const rounds = roundsOf(blueprint, asks);
  const bounds = limits.map((limit) => boundOf(rounds, once, limit));
  return {
    kind,
    name,
    className,
    ...(uri !== undefined && { uri: 'fixed' in uri ? uri.fixed : uri.template }),
    once,
    scopes: [...scopes],
    asks,
    steps: steps.map(stepOf),
    capabilities:
      asks === 'unknown' ? 'unknown' : [...new Set(steps.flatMap((step) => NEEDS[step.kind]))],
    rounds,
    bounds,
    warnings: warningsOf(bounds),
  };
}

/** A class without steps may be hand-written and return `inputRequired`, unless it is `once` or there is nothing to seal its state with. */
function asksOf({ steps, once }: Blueprint, hasCodec: boolean): ComponentDescription['asks'] {
  if (steps.size === 0) return hasCodec && !once ? 'unknown' : 'never';
  return [...steps.values()].some(({ kind }) => kind !== 'compute') ? 'by steps' : 'never';
}

function stepOf(step: StepBlueprint): StepDescription {
  const { name, kind, presupplied, timeoutMs, version, readable, schema } = step;
  if (kind === 'compute')
    return { name, kind, version, readable, schema: schema !== undefined, again: 'unknown' };
  return {
    name,
    kind,
    asks: [...ASKS_OF[kind]],
    attempts: attemptsOf(step),
    presupplied,
    ...(timeoutMs !== undefined && { timeoutMs }),
    optional: 'unknown',
    questions: 'unknown',
  };
}
