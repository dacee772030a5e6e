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
                    number = (float(value) - column["mean"]) / column["deviation"]
                except (TypeError, ValueError):
                    number = 0.0
                cells.append(number if math.isfinite(number) else 0.0)
            else:
                text = "" if value is None else str(value).strip()
                cells += [float(text == one) for one in column["values"]]
        inputs.append(cells)
    return torch.tensor(inputs, dtype=torch.float32)


def predict(model, rows):
    """The class of each row of raw values."""
    with torch.no_grad():
        places = model(prepare(rows)).argmax(1).tolist()
    return [CLASSES[place] for place in places] if "CLASSES" in globals() else places
