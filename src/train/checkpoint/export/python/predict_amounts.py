def predict(model, rows):
    """The amounts of each row of raw values: a dict by the names of AMOUNTS, in their unit."""
    with torch.no_grad():
        found = in_unit(model(prepare(rows)).double()).tolist()
    return [{amount["name"]: value for amount, value in zip(AMOUNTS, row)} for row in found]
