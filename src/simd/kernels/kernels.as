// Every kernel of the SIMD engine. Operands are addresses of tensors (bytes), then come sizes. All threads call the same
// kernel with the same arguments; a kernel computes its thread's share (thread.as).
export { setThread } from './thread';
export { packMatrices, packMore, multiply } from './matmul';
export { activationForward, activationBackward, add, clear, copyPart } from './pointwise';
export { columnSum } from './column-sum';
export { layerNormForward, layerNormInputGradient, layerNormStatistics, layerNormParameterGradient } from './layer-norm';
export { crossEntropy, lossSum } from './cross-entropy';
export { amountLoss } from './amount-loss';
export { embeddingForward, embeddingTokensBackward, embeddingPositionsBackward } from './embedding';
export { dropout } from './dropout';
export { attentionForward, attentionBackward } from './attention';
export { packFilters, convolve } from './convolution';
export { convolutionWeights, slopesAndSums } from './convolution-weights';
export { maxPool, averagePool, maxPoolBackward, averagePoolBackward } from './pools';
export { groupNorm, groupNormBackward, groupNormParameters } from './group-norm';
