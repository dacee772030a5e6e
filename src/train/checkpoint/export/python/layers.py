ACTIVATIONS = {
    "none": lambda x: x,
    "relu": F.relu,
    "tanh": torch.tanh,
    "gelu": lambda x: F.gelu(x, approximate="tanh"),
}


def on_last_axis(layer, x):
    """Applies the layer to the channels: axis 1 of an image (batch, C, H, W), else the last one."""
    if x.dim() != 4:
        return layer(x)
    return layer(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class Dense(nn.Linear):
    """On the whole flattened example, or on every position."""

    def __init__(self, inputs, units, activation, is_positionwise=False):
        super().__init__(inputs, units)
        self.activation = ACTIVATIONS[activation]
        self.is_positionwise = is_positionwise

    def forward(self, x):
        if self.is_positionwise:
            return self.activation(on_last_axis(super().forward, x))
        return self.activation(super().forward(x.flatten(1)))


class Conv(nn.Conv2d):
    """`pad`: zeros left, right, above, below."""

    def __init__(self, channels, filters, size, stride, pad, activation):
        super().__init__(channels, filters, size, stride)
        self.pad = pad
        self.activation = ACTIVATIONS[activation]

    def forward(self, x):
        return self.activation(super().forward(F.pad(x, self.pad)))


class ChannelNorm(nn.LayerNorm):
    def forward(self, x):
        return on_last_axis(super().forward, x)


class Embedding(nn.Module):
    def __init__(self, vocabulary, context, channels):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, channels)
        self.positions = nn.Embedding(context, channels)

    def forward(self, tokens):
        tokens = tokens.long()
        places = torch.arange(tokens.shape[1], device=tokens.device)
        return self.tokens(tokens) + self.positions(places)


class Attention(nn.Module):
    """Causal, with several heads."""

    def __init__(self, channels, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(channels, 3 * channels)
        self.out = nn.Linear(channels, channels)

    def forward(self, x):
        batch, length, channels = x.shape
        parts = self.qkv(x).split(channels, dim=2)
        q, k, v = (part.view(batch, length, self.heads, -1).transpose(1, 2) for part in parts)
        scores = q @ k.transpose(2, 3) / math.sqrt(channels // self.heads)
        later = torch.ones(length, length, dtype=torch.bool, device=x.device).triu(1)
        mixed = scores.masked_fill(later, float("-inf")).softmax(-1) @ v
        return self.out(mixed.transpose(1, 2).reshape(batch, length, channels))


class TiedHead(nn.Module):
    """Logits by the token table of an earlier layer, which owns it."""

    table = ()

    def forward(self, x):
        return F.linear(x, self.table[0].weight)


class Residual(nn.Sequential):
    def forward(self, x):
        return x + super().forward(x)
