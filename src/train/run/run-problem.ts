// Why a well-formed configuration still cannot run. Its layers do not fit together, its model does not take its data,
// or a step would sum more than the update can divide. Decided from sizes, before anything is allocated.
import { groupDigits } from '../../base/group-digits';
import { vocabularyIn } from '../../data/recipe';
import { windowCount } from '../../data/text-windows';
import { maximumCharacters, vocabularySize } from '../../data/vocabulary';
import { EngineError } from '../../model/engine';
import { compile, type Plan } from '../../model/plan/plan';
import { isOwnData, shapeOf } from './data-shape';
import type { RunConfig } from './run-config';
import { innerStepsOf } from './sync';

/** 1 GiB of f32; the optimizer, its shadow and the gradient take as much again several times over. */
const maximumParameters = 2 ** 28;
/** Loss terms of one replica in one step, over all its inner steps: 64 replicas may sum 2²⁴, the largest n of the update (E3). */
const maximumTerms = 2 ** 18;

type Sized = Pick<RunConfig, 'model' | 'data' | 'localBatch' | 'batchMode' | 'globalBatch' | 'sync'>;

/** A sentence without its full stop; undefined when all is well. */
export function runProblem(config: Sized): string | undefined {
  let plan: Plan;
  try {
    plan = compile(config.model, 1);
  } catch (error) {
    if (error instanceof EngineError) return error.message;
    throw error;
  }
  return planProblem(config, plan);
}

function planProblem(config: Sized, plan: Plan): string | undefined {
  const { data, localBatch, batchMode, globalBatch, sync } = config;
  const innerSteps = innerStepsOf(sync);
  const times = innerSteps > 1 ? `${groupDigits(innerSteps)} inner steps of ` : '';
  if (data.kind === 'text') {
    const problem = textProblem(data);
    if (problem !== undefined) return problem;
  }
  const problem = ownProblem(data);
  if (problem !== undefined) return problem;
  const given = shapeOf(data);
  if (plan.parameterCount > maximumParameters)
    return `the model has ${groupDigits(plan.parameterCount)} parameters, more than ${groupDigits(maximumParameters)}`;
  if (sync.kind === 'streaming' && sync.fragments > plan.parameterCount)
    return `the model has ${groupDigits(plan.parameterCount)} parameters, and so not ${sync.fragments} fragments`;
  if (innerSteps * localBatch * plan.terms > maximumTerms)
    return `${times}${groupDigits(localBatch)} examples of ${groupDigits(plan.terms)} positions are more than ${groupDigits(maximumTerms)} loss terms`;
  // A member that is left alone computes all of it.
  if (batchMode === 'fixed' && innerSteps * globalBatch * plan.terms > maximumTerms)
    return `${times}a batch of ${groupDigits(globalBatch)} examples of ${groupDigits(plan.terms)} positions is more than ${groupDigits(maximumTerms)} loss terms`;
  if (plan.holds !== given.holds)
    return given.holds === 'tokens' ? 'the data is text, the model takes numbers' : 'the model takes text';
  if (plan.inputs !== given.inputs)
    return `the data has ${groupDigits(given.inputs)} inputs, the model ${groupDigits(plan.inputs)}`;
  if (plan.terms !== given.terms)
    return `the data has ${given.terms} labels an example, the model ${groupDigits(plan.terms)}`;
  const classes = Math.min(plan.classes, plan.vocabulary ?? Infinity);
  if (classes < given.classes) return `the data has ${given.classes} classes, the model ${classes}`;
  return undefined;
}

/** What every member's own files must be read by alike is in the run (E29). */
function ownProblem(data: RunConfig['data']): string | undefined {
  if (!isOwnData(data) || (data.kind !== 'idx' && data.kind !== 'text')) return undefined;
  const named = vocabularyIn(data.recipe);
  if (data.kind === 'text' && named.ok && named.value === undefined)
    return 'texts of each member need byte pairs: characters would be numbered differently on every device';
  if (data.recipe?.kind === 'table')
    return 'a table of each member would be scaled by its own numbers, so its columns would not mean the same';
  return undefined;
}

function textProblem(data: Extract<RunConfig['data'], { kind: 'text' }>): string | undefined {
  const { characters, tokens = characters, examples, context, recipe, vocabulary } = data;
  if (examples !== windowCount(tokens, context))
    return `${groupDigits(tokens)} tokens do not make ${groupDigits(examples)} windows of ${groupDigits(context)}`;
  const read = vocabularyIn(recipe);
  if (!read.ok) return read.error.message;
  if (read.value?.kind !== 'byte-pairs' && (tokens !== characters || vocabulary > maximumCharacters))
    return `${groupDigits(characters)} characters, at most ${maximumCharacters} of them different, are as many tokens`;
  const made = read.value ? vocabularySize(read.value) : vocabulary;
  const makers = read.value?.kind === 'byte-pairs' ? 'byte pairs' : 'characters';
  return vocabulary === made
    ? undefined
    : `the ${makers} make ${groupDigits(made)} tokens, and the run says ${groupDigits(vocabulary)}`;
}
