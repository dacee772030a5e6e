def read_safetensors(path):
    """The tensors by name and the metadata of a .safetensors file, read in plain Python."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = bytearray(file.read())
    metadata = header.pop("__metadata__", {})
    types = {"F32": torch.float32, "F64": torch.float64, "U8": torch.uint8}
    tensors = {}
    for name, entry in header.items():
        start, end = entry["data_offsets"]
        flat = torch.frombuffer(data[start:end], dtype=types[entry["dtype"]])
        tensors[name] = flat.reshape(entry["shape"]).clone()
    return tensors, metadata
