// The adapters of a GPT-2 as PEFT reads them: its configuration, and the tensors under its names, which are the checkpoint's
// too. Ours fit exactly: q, k and v are one matrix here as in `c_attn`, in this order, and both scale by alpha / rank.
import type { Adapters } from '../../../model/spec';
import type { Gpt2 } from '../gpt2';

/** Undefined: PEFT cannot put them into the model of Transformers, whose head has no bias. */
export function peftConfig({ names }: Gpt2, { rank, alpha, weights }: Adapters): string | undefined {
  const modules = weights.map((name) => names.get(name)!.replace(/\.weight$/, ''));
  if (modules.includes('lm_head')) return undefined;
  const config = {
    peft_type: 'LORA',
    task_type: 'CAUSAL_LM',
    base_model_name_or_path: null,
    r: rank,
    lora_alpha: alpha,
    lora_dropout: 0,
    bias: 'none',
    // Conv1D keeps its weights as (in, out).
    fan_in_fan_out: true,
    target_modules: modules,
    modules_to_save: null,
    inference_mode: true,
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
