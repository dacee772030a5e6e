// The product's foundations in this browser with these flags: WebGPU compute inside a dedicated Worker, and a data
// channel between two tabs that was transferred to a Worker. When these fail, look here first.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

/** An empty page of the server's origin: nothing of the product runs on it. */
const blank = '/e2e-blank';

test.beforeEach(async ({ context }) => {
  await context.route(`**${blank}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>x</title>' }),
  );
});

test('WebGPU computes in a dedicated Worker', async ({ tabs }) => {
  const page = await tabs.open(blank);
  expect(await page.evaluate(() => isSecureContext && 'gpu' in navigator)).toBe(true);
  const answer = await page.evaluate(askWorker, computeWorker);
  console.log(`adapter ${answer.adapter}; ${answer.features}`);
  expect(answer.error).toBeUndefined();
  expect(answer.result).toEqual([0, 2, 4, 6]);
});

test('a data channel between two tabs works from Workers', async ({ tabs }) => {
  const [a, b] = [await tabs.open(blank), await tabs.open(blank)];
  await a.evaluate(makePeer, channelWorker);
  await b.evaluate(makePeer, channelWorker);
  const offer = await describe(a, undefined);
  const answer = await describe(b, offer);
  await a.evaluate((sdp) => window.peer.setRemoteDescription({ type: 'answer', sdp }), answer!);
  for (const page of [a, b]) await expect.poll(() => page.evaluate(() => window.received)).toEqual(['hello']);
});

declare global {
  interface Window {
    peer: RTCPeerConnection;
    received: string[];
  }
}

interface ComputeAnswer {
  readonly adapter: string;
  readonly features: string;
  readonly result?: readonly number[];
  readonly error?: string;
}

const computeWorker = /* js */ `
  (async () => {
    const adapter = await navigator.gpu.requestAdapter();
    const device = await adapter.requestDevice();
    const code = \`@group(0) @binding(0) var<storage, read_write> x: array<f32>;
      @compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) { x[id.x] = 2.0 * f32(id.x); }\`;
    const module = device.createShaderModule({ code });
    const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
    const out = device.createBuffer({ size: 16, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
    const back = device.createBuffer({ size: 16, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0), entries: [{ binding: 0, resource: { buffer: out } }] }));
    pass.dispatchWorkgroups(1);
    pass.end();
    encoder.copyBufferToBuffer(out, 0, back, 0, 16);
    device.queue.submit([encoder.finish()]);
    await back.mapAsync(GPUMapMode.READ);
    postMessage({
      adapter: [adapter.info.vendor, adapter.info.architecture].join(' '),
      features: [...adapter.features].sort().join(' '),
      result: [...new Float32Array(back.getMappedRange())] });
  })().catch((error) => postMessage({ adapter: '', features: '', error: String(error) }));`;

const channelWorker = /* js */ `
  onmessage = ({ data: channel }) => {
    channel.onmessage = (message) => postMessage(message.data);
    channel.onopen = () => channel.send('hello');
    if (channel.readyState === 'open') channel.onopen();
  };`;

// These three run inside the page: they may use nothing from outside.

function askWorker(source: string): Promise<ComputeAnswer> {
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  return new Promise((resolve) => {
    worker.onmessage = (event: MessageEvent<ComputeAnswer>) => resolve(event.data);
    worker.onerror = (event) => resolve({ adapter: '', features: '', error: event.message });
  });
}

function makePeer(source: string): void {
  window.peer = new RTCPeerConnection();
  window.received = [];
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  worker.onmessage = (event: MessageEvent<string>) => window.received.push(event.data);
  const channel = window.peer.createDataChannel('test', { negotiated: true, id: 0 });
  worker.postMessage(channel, [channel as unknown as Transferable]);
}

/** Answers the offer, or makes one; resolves with the SDP once it contains every candidate. */
function describe(page: Page, offer: string | undefined): Promise<string | undefined> {
  return page.evaluate(async (sdp) => {
    if (sdp) await window.peer.setRemoteDescription({ type: 'offer', sdp });
    const own = sdp ? await window.peer.createAnswer() : await window.peer.createOffer();
    await window.peer.setLocalDescription(own);
    await new Promise<void>((resolve) => {
      window.peer.onicegatheringstatechange = () => {
        if (window.peer.iceGatheringState === 'complete') resolve();
      };
      if (window.peer.iceGatheringState === 'complete') resolve();
    });
    return window.peer.localDescription?.sdp;
  }, offer);
}
