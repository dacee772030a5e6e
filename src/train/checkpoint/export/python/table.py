def number_in(value, mark):
    """A number, or a text as it stands in a table: with thousands, a unit, and a decimal point or comma."""
    if not isinstance(value, str):
        return float(value)
    text = re.search(r"-?\d[\d.,\s]*(?:[eE][+-]?\d+)?|-?[.,]\d+", value.replace("\u2212", "-"))
    if text is None:
        raise ValueError(value)
    digits = re.sub(r"\s", "", text.group())
    return float(digits.replace(".", "").replace(",", ".") if mark == "comma" else digits.replace(",", ""))


def prepare(rows):
    """Rows of raw values as the network's inputs. A row is a dict by the names of COLUMNS, of numbers or texts; what is
    missing, empty or no number counts as the mean, and an unknown text as none of the values."""
    inputs = []
    for row in rows:
        cells = []
        for column in COLUMNS:
            value = row.get(column["name"])
            if column["kind"] == "number":
                try:
                    number = (number_in(value, column.get("mark")) - column["mean"]) / column["deviation"]
                except (TypeError, ValueError):
                    number = 0.0
                cells.append(number if math.isfinite(number) else 0.0)
            else:
                text = "" if value is None else str(value).strip()
                cells += [float(text == one) for one in column["values"]]
        inputs.append(cells)
    return torch.tensor(inputs, dtype=torch.float32)
