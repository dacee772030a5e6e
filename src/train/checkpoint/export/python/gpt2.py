class Conv1D(nn.Module):
    """A linear layer whose weight is (in, out), as in GPT-2."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(inputs, outputs))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x):
        return x @ self.weight + self.bias


class Attention(nn.Module):
    def __init__(self, channels, heads):
        super().__init__()
        self.heads = heads
        self.c_attn = Conv1D(channels, 3 * channels)
        self.c_proj = Conv1D(channels, channels)

    def forward(self, x):
        batch, length, channels = x.shape
        parts = self.c_attn(x).split(channels, dim=2)
        q, k, v = (part.view(batch, length, self.heads, -1).transpose(1, 2) for part in parts)
        scores = q @ k.transpose(2, 3) / math.sqrt(channels // self.heads)
        later = torch.ones(length, length, dtype=torch.bool, device=x.device).triu(1)
        mixed = scores.masked_fill(later, float("-inf")).softmax(-1) @ v
        return self.c_proj(mixed.transpose(1, 2).reshape(batch, length, channels))


class Thinking(nn.Module):
    def __init__(self, channels, inner):
        super().__init__()
        self.c_fc = Conv1D(channels, inner)
        self.c_proj = Conv1D(inner, channels)

    def forward(self, x):
        return self.c_proj(F.gelu(self.c_fc(x), approximate="tanh"))


class Block(nn.Module):
    def __init__(self, channels, heads, inner, dropout):
        super().__init__()
        self.ln_1 = nn.LayerNorm(channels)
        self.attn = Attention(channels, heads)
        self.ln_2 = nn.LayerNorm(channels)
        self.mlp = Thinking(channels, inner)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        x = x + self.dropout(self.attn(self.ln_1(x)))
        return x + self.dropout(self.mlp(self.ln_2(x)))


class Model(nn.Module):
    """GPT-2 under the names of Transformers' GPT2LMHeadModel. Token ids (batch, length) to logits."""

    def __init__(self):
        super().__init__()
        self.transformer = nn.ModuleDict(
            {
                "wte": nn.Embedding(VOCABULARY, CHANNELS),
                "wpe": nn.Embedding(CONTEXT, CHANNELS),
                "h": nn.ModuleList(Block(CHANNELS, HEADS, INNER, DROPOUT) for _ in range(BLOCKS)),
                "ln_f": nn.LayerNorm(CHANNELS),
            }
        )
        self.dropout = nn.Dropout(EMBEDDING_DROPOUT)
        if not IS_TIED:
            self.lm_head = nn.Linear(CHANNELS, VOCABULARY)

    def forward(self, tokens):
        tokens = tokens.long()
        places = torch.arange(tokens.shape[1], device=tokens.device)
        x = self.dropout(self.transformer["wte"](tokens) + self.transformer["wpe"](places))
        for block in self.transformer["h"]:
            x = block(x)
        x = self.transformer["ln_f"](x)
        return F.linear(x, self.transformer["wte"].weight) if IS_TIED else self.lm_head(x)
