// Why a well-formed configuration still cannot run. Its layers do not fit together, its model does not take its data,
// or a step would sum more than the update can divide. Decided from sizes, before anything is allocated.
import { logged } from '../../base/sayings';
import { problemOf, type RunProblem } from '../../base/run-problems';
import { vocabularyIn } from '../../data/recipe';
import { windowCount } from '../../data/window-count';
import { maximumCharacters, vocabularySize } from '../../data/vocabulary';
import { EngineError } from '../../model/engine';
import { compile, type Plan } from '../../model/plan/plan';
import { isOwnData, shapeOf } from './data-shape';
import type { RunConfig } from './run-config';
import { fragmentCount, innerStepsOf } from './sync';

/** 1 GiB of f32; the optimizer, its shadow and the gradient take as much again several times over. */
const maximumParameters = 2 ** 28;
/** Loss terms of one replica in one step, over all its inner steps: 64 replicas may sum 2²⁴, the largest n of the update (E3). */
const maximumTerms = 2 ** 18;

type Sized = Pick<RunConfig, 'model' | 'data' | 'localBatch' | 'batchMode' | 'globalBatch' | 'sync'>;

/** undefined when all is well. */
export function runProblem(config: Sized): RunProblem | undefined {
  let plan: Plan;
  try {
    plan = compile(config.model, 1);
  } catch (error) {
    if (error instanceof EngineError) return problemOf('bad-model', error.message);
    throw error;
  }
  return planProblem(config, plan);
}

function planProblem(config: Sized, plan: Plan): RunProblem | undefined {
  const { data, localBatch, batchMode, globalBatch, sync } = config;
  const innerSteps = innerStepsOf(sync);
  if (data.kind === 'text') {
    const problem = textProblem(data);
    if (problem !== undefined) return problem;
  }
  const problem = ownProblem(data);
  if (problem !== undefined) return problem;
  const given = shapeOf(data);
  const { parameterCount, terms } = plan;
  if (parameterCount > maximumParameters)
    return problemOf('too-many-parameters', parameterCount, maximumParameters);
  if (fragmentCount(sync) > parameterCount)
    return problemOf('more-fragments-than-parameters', parameterCount, fragmentCount(sync));
  if (innerSteps * localBatch * terms > maximumTerms)
    return problemOf('too-many-terms', innerSteps, localBatch, terms, maximumTerms);
  // A member that is left alone computes all of it.
  if (batchMode === 'fixed' && innerSteps * globalBatch * terms > maximumTerms)
    return problemOf('too-large-batch', innerSteps, globalBatch, terms, maximumTerms);
  if (plan.holds !== given.holds)
    return problemOf(given.holds === 'tokens' ? 'text-for-numbers' : 'numbers-for-text');
  if (plan.inputs !== given.inputs) return problemOf('other-inputs', given.inputs, plan.inputs);
  if (terms !== given.terms) return problemOf('other-labels', given.terms, terms);
  const classes = Math.min(plan.classes, plan.vocabulary ?? Infinity);
  return classes < given.classes ? problemOf('fewer-classes', given.classes, classes) : undefined;
}

/** What every member's own files must be read by alike is in the run (E29). */
function ownProblem(data: RunConfig['data']): RunProblem | undefined {
  if (!isOwnData(data) || (data.kind !== 'idx' && data.kind !== 'text')) return undefined;
  const named = vocabularyIn(data.recipe);
  if (data.kind === 'text' && named.ok && named.value === undefined)
    return problemOf('own-text-by-characters');
  return data.recipe?.kind === 'table' ? problemOf('own-table') : undefined;
}

function textProblem(data: Extract<RunConfig['data'], { kind: 'text' }>): RunProblem | undefined {
  const { characters, tokens = characters, examples, context, recipe, vocabulary } = data;
  if (examples !== windowCount(tokens, context)) return problemOf('other-windows', tokens, examples, context);
  const read = vocabularyIn(recipe);
  if (!read.ok) return problemOf('bad-model', logged(read.error.says));
  const isByPairs = read.value?.kind === 'byte-pairs';
  if (!isByPairs && (tokens !== characters || vocabulary > maximumCharacters))
    return problemOf('as-many-tokens', characters, maximumCharacters);
  const made = read.value ? vocabularySize(read.value) : vocabulary;
  return vocabulary === made
    ? undefined
    : problemOf(isByPairs ? 'other-byte-pairs' : 'other-characters', made, vocabulary);
}
