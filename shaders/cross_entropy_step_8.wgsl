// A step of cross_entropy_rows.wgsl: eight logits. Quick to compile, for short rows.

const STEP = 8u;
alias Step = mat2x4f;

fn load_step(at: u32) -> Step { return Step(load(at), load(at + 4)); }

fn largest_of(step: Step) -> vec4f { return max(step[0], step[1]); }

fn exponentials(step: Step, top: f32) -> vec4f { return exp(step[0] - top) + exp(step[1] - top); }

fn store_step(at: u32, top: f32, scale: f32) {
  store_softmax(at, top, scale);
  store_softmax(at + 4, top, scale);
}
