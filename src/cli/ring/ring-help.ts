// What `npm run ring -- --help` says.
import { compressionKinds } from '../../codecs/setting';
import { topologies } from '../../collectives/topology';
import { byteTokens, mostTokens } from '../../data/byte-pairs';

/** Tabs of one machine. */
export const maxReplicas = 16;

export const ringHelp = `npm run ring -- [options]   Trains in N real browser tabs and compares every digest.

Ring
  --replicas N          tabs, 1 to ${maxReplicas} (2)
  --browsers LIST       chromium, firefox, or both with a comma: cycled over the tabs (chromium)
  --headful             show the browser windows
  --hardware            let Chromium use the real GPU instead of its software adapter
  --engine LIST         auto (the fastest there, by measurement), webgpu, cpu: cycled over the tabs (auto)
  --url URL             use a running Lockstep server instead of starting one

Run
  --model NAME          linear, mlp, mlp:256,128, cnn, cnn:16,32/128 (filters/dense units), gpt, or
                        gpt:layers=4,channels=128,heads=4,context=128,dropout=0.1,tied=no
                        (mlp, and gpt for text); sizes by name: cnn:small, medium,
                        gpt:tiny, mini, small, medium, large
  --activation NAME     of an mlp: relu, tanh or gelu
  --data NAME           digits, moons, spirals, circles, xor, or text: generated stories (digits)
                        or a file or folder of your own: a table (CSV, JSON Lines, parquet), a text, a ZIP archive
                        or folder of images by class
  --own PATH            federated: the first tab trains on its own --data PATH, the next on this file or folder;
                        again for each tab, else they take turns; all of one shape, with the same classes
  --column NAME         of a table: what to learn; of JSON Lines or parquet with texts: --field NAME, what to read
  --delimiter NAME      what parts the columns of a text file: comma, semicolon, tab, bar or spaces (as it looks)
  --names yes|no        whether a line of it names the columns (as it looks)
  --byte-pairs N        of a text: learn so many tokens, ${byteTokens + 1} to ${mostTokens}
  --noise X             of the point sets, 0 to 1 (0.1)
  --images FILE --labels FILE   IDX files (gzip or not) instead of --data
  --text FILE           a text in UTF-8 instead, read character by character
  --examples N          of the built-in data, 10 to 1000000 (digits 6000, points 2000, windows of text 8000)
  --validation N        held out (a sixth; of a text at most 192 windows)
  --batch N             per replica and step, 1 to 65536 (32)
  --micro-batch N       rows computed at once, gradients accumulated; divides --batch
                        (the largest divisor up to 64, of text up to 8)
  --global-batch N      one batch for the whole ring, whatever its size (without it, --batch per replica)
  --shards NAME         equal, or measured: by the replicas’ speed (equal)
  --optimizer NAME      adamw, lamb, sgd, momentum, nesterov or lars (adamw)
  --weight-decay X      of adamw, lamb and lars; not applied to norms and biases (0.01)
  --lr X                learning rate (adamw 0.005, a gpt's 0.003, lamb 0.01, sgd 0.1, momentum 0.02, lars 5)
  --schedule NAME       of the rate: constant, linear or cosine (constant)
  --warmup N            steps in which the rate rises, also when the ring grows (0)
  --final-fraction X    of the rate, where linear and cosine end (0)
  --scaling RULE        of the rate with the effective batch: none, linear or sqrt (none)
  --reference-batch N   the effective batch at which the rate is --lr (--batch)
  --clip X              largest norm of the mean gradient, 0: any (0)
  --precision NAME      f32, or mixed where the device has f16 (f32)
  --checkpoints         compute activations of a gpt's blocks again instead of keeping them
  --steps N             1 to 1000000 (200)
  --seed N              0 to 4294967295 (1)
  --evaluate-every N    steps between evaluations, 0: never (50)

Communication
  --buckets MODE        per-tensor, bucketed, measured (sizes by the line’s speed) or single (bucketed)
  --topology NAME       ${topologies.join(', ')} (ring); up to 8 replicas, more use the ring
  --codec NAME          ${compressionKinds.join(', ')} (f32);
                        with a share: top-k:0.02; with a rank: power-sgd:4
  --sync NAME           when the replicas add up: every-step, or after inner steps of each alone: local-sgd,
                        diloco, streaming-diloco, or sparse-loco, which sets that codec too (every-step)
  --inner-steps N       of each replica in one step, 1 to 1000; not with every-step (8). With streaming-diloco of a
                        round, in which every fragment is summed once
  --fragments P         streaming-diloco: parts of the model, 1 to 64, of which a step sums one (4, or fewer)
  --pattern NAME        streaming-diloco: sequential or strided layers in a fragment (strided)
  --delay T             streaming-diloco: inner steps while a sum travels, up to inner steps / fragments (half of that)
  --mix A               streaming-diloco: what stays of a replica's own parameters when a sum is whole, 0 to 1 (0.5)
  --first-bucket KIB    size of the first bucket, 4 to 1048576 (64)
  --bucket-cap KIB      size of the others, 4 to 1048576 (512)
  --no-overlap          start communicating only when the backward pass is over
  --bounded-parts       for a room of strangers: each replica's part of a sum is at most 1.5 usual gradients long, so sums are
                        not exact; every part goes to all, and no bucket leaves before the backward pass is over
  --link LINE           make every link slow: lan, wifi, home, slow, bad, or figures as in
                        5mbit,40ms,10ms,1% (rate, delay one way, jitter, loss; only the rate must be there)

Files
  --save FILE.safetensors     in the end, write the whole run: weights under PyTorch names, optimizer, place in the data
  --resume FILE.safetensors   go on with the run of such a file, to its last step or to --steps; files of data come by
                              --images and --labels, --text, or --data, as usual, and other options of the run from the file
  --init DIR            begin with the weights of a GPT-2 in this folder: config.json, tokenizer.json and model.safetensors, as
                        Transformers or --export hf wrote them; the run trains it further on the text of --text
  --export hf DIR       in the end, write the model for Transformers (a GPT), or with its module for PyTorch (others); as ONNX too
  --with-data           of a run on your files: put their content into that folder, so that its train.py can go on
  --metrics FILE        while it trains, write every step's figures to FILE.csv, FILE.jsonl, FILE.tfevents,
                        or a folder for TensorBoard (a name without an ending)

Trials
  --kill-at STEP        kill one tab that is not the host's
  --join-at STEP        open one more tab

Output
  --json                one JSON line per committed step on stdout, and a last one with "summary"
  --help

A step's computeMs, overlappedMs, exposedMs, waitingMs are means over the replicas; bytes is what all tabs sent.
Exit code: 0 done · 1 the run failed, or 60 s passed without a step (120 s before the first) · 2 bad options · 3 digests disagreed.`;
