// Why a well-formed configuration still cannot run. Its layers do not fit together, its model does not take its data,
// or a step would sum more than the update can divide. Decided from sizes, before anything is allocated.
import { say, type Saying } from '../../base/sayings';
import { pairsIn } from '../../data/recipe';
import { vocabularyWithin } from '../../data/vocabulary-within';
import { windowCount } from '../../data/window-count';
import { maximumCharacters, vocabularySize } from '../../data/vocabulary';
import { endOf, EngineError } from '../../model/engine';
import { engineDetail } from '../../model/engine-detail';
import { compile, type Plan } from '../../model/plan/plan';
import { sizeOf } from '../../ops/layer';
import { augmentable, hasSharedClasses, shapeOf } from './data-shape';
import { frozenProblem, mostParameters } from './frozen-base';
import type { RunConfig } from './run-config';
import { fragmentCount, innerStepsOf } from './sync';

/** Loss terms of one replica in one step, over all its inner steps: 64 replicas may sum 2²⁴, the largest n of the update (E3). */
const maximumTerms = 2 ** 18;

type Sized = Pick<
  RunConfig,
  'model' | 'base' | 'data' | 'localBatch' | 'batchMode' | 'globalBatch' | 'sync' | 'augment' | 'uneven'
>;

/** undefined when all is well. */
export function runProblem(config: Sized): Saying | undefined {
  let plan: Plan;
  try {
    plan = compile(config.model, 1);
  } catch (error) {
    if (error instanceof EngineError) return engineDetail(error);
    throw error;
  }
  return planProblem(config, plan);
}

function planProblem(config: Sized, plan: Plan): Saying | undefined {
  const { data, localBatch, batchMode, globalBatch, sync, augment } = config;
  const innerSteps = innerStepsOf(sync);
  if (data.kind === 'text') {
    const problem = textProblem(data);
    if (problem !== undefined) return problem;
  }
  if (augment && !augmentable(data)) return say('augments-pictures-only');
  if (config.uneven !== undefined && !hasSharedClasses(data)) return say('uneven-without-classes');
  if (augment?.flip && augmentable(data) === 'sounds') return say('flips-no-sounds');
  const given = shapeOf(data);
  const { parameterCount, terms } = plan;
  const count = parameterCount + endOf(plan.base);
  if (count > mostParameters) return say('too-many-parameters', { count, most: mostParameters });
  const misfit = frozenProblem(config.base, config.model, plan);
  if (misfit) return misfit;
  if (fragmentCount(sync) > parameterCount)
    return say('more-fragments-than-parameters', { count: parameterCount, fragments: fragmentCount(sync) });
  if (innerSteps * localBatch * terms > maximumTerms)
    return say('too-many-terms', { innerSteps, batch: localBatch, positions: terms, most: maximumTerms });
  // A member that is left alone computes all of it.
  if (batchMode === 'fixed' && innerSteps * globalBatch * terms > maximumTerms)
    return say('too-large-batch', { innerSteps, batch: globalBatch, positions: terms, most: maximumTerms });
  if (plan.holds !== given.holds)
    return say(given.holds === 'tokens' ? 'text-for-numbers' : 'numbers-for-text');
  const inputs = sizeOf(given.inputShape);
  if (plan.inputs !== inputs) return say('other-inputs', { data: inputs, model: plan.inputs });
  const { amounts } = given;
  if ((plan.predicts === 'amounts') !== (amounts !== undefined))
    return say(amounts ? 'amounts-for-classes' : 'classes-for-amounts');
  if (amounts && data.kind === 'table' && !areOf(data)) return say('other-amounts');
  if (amounts && terms !== given.terms) return say('as-many-amounts', { data: given.terms, model: terms });
  if (terms !== given.terms) return say('other-labels', { data: given.terms, model: terms });
  const classes = Math.min(plan.classes, plan.vocabulary ?? Infinity);
  return classes < given.classes ? say('fewer-classes', { data: given.classes, model: classes }) : undefined;
}

/** The recipe names these amounts, and no classes. */
function areOf({ recipe, amounts, classNames }: Extract<RunConfig['data'], { kind: 'table' }>): boolean {
  const names = amounts?.map(({ name }) => name);
  return recipe.amounts?.join('\n') === names?.join('\n') && classNames === undefined;
}

function textProblem(data: Extract<RunConfig['data'], { kind: 'text' }>): Saying | undefined {
  const { characters, tokens = characters, examples, context, recipe, vocabulary } = data;
  if (examples !== windowCount(tokens, context))
    return say('other-windows', { tokens, windows: examples, context });
  const { merges, gpt2, tokenizer } = pairsIn(recipe);
  const isMalformed = tokenizer ? merges !== undefined || gpt2 : recipe?.kind === 'text' && !merges;
  if (isMalformed) return say('tokens-malformed');
  if (tokenizer) return undefined; // its tokens are counted where it is read (prepare.ts)
  const read = vocabularyWithin(recipe);
  if (!read.ok) return read.error.says;
  const isByPairs = read.value?.kind === 'byte-pairs';
  if (!isByPairs && (tokens !== characters || vocabulary > maximumCharacters))
    return say('as-many-tokens', { characters, different: maximumCharacters });
  const made = read.value ? vocabularySize(read.value) : vocabulary;
  if (vocabulary !== made)
    return say(isByPairs ? 'other-byte-pairs' : 'other-characters', { made, said: vocabulary });
  // What every member's own files must be read by alike is in the run (E29).
  return data.own && !read.value ? say('own-text-by-characters') : undefined;
}
