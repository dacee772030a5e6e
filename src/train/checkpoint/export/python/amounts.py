def in_unit(outputs):
    """The network's outputs (rows, amounts) in the unit of each amount."""
    deviations = torch.tensor([amount["deviation"] for amount in AMOUNTS], dtype=outputs.dtype)
    means = torch.tensor([amount["mean"] for amount in AMOUNTS], dtype=outputs.dtype)
    return outputs * deviations + means
