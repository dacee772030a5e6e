// A step of cross_entropy_rows.wgsl: sixteen logits. On long rows a tenth faster than eight.

const STEP = 16u;
alias Step = mat4x4f;

fn load_step(at: u32) -> Step { return Step(load(at), load(at + 4), load(at + 8), load(at + 12)); }

fn largest_of(step: Step) -> vec4f { return max(max(step[0], step[1]), max(step[2], step[3])); }

fn exponentials(step: Step, top: f32) -> vec4f {
  return (exp(step[0] - top) + exp(step[1] - top)) + (exp(step[2] - top) + exp(step[3] - top));
}

fn store_step(at: u32, top: f32, scale: f32) {
  store_softmax(at, top, scale);
  store_softmax(at + 4, top, scale);
  store_softmax(at + 8, top, scale);
  store_softmax(at + 12, top, scale);
}
