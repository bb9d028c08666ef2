"""Sealed safetensors files, byte for byte as src/factorization/model/sealedFile.ts reads and writes them.

Eight bytes with the length of a JSON header (little endian), the header, the tensors. The metadata hold a format, its
version, a JSON text ("model") and a SHA-256 over metadata, shapes and tensors.
"""

import hashlib
import json
import os
import struct
from pathlib import Path

import numpy as np

from .errors import CodedError

Tensors = dict[str, np.ndarray]
TYPES: dict[str, np.dtype] = {"F32": np.dtype("<f4"), "F64": np.dtype("<f8"), "U32": np.dtype("<u4")}
NAMES = {dtype: name for name, dtype in TYPES.items()}


def compact(value: object) -> str:
    """JSON as JSON.stringify writes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def checksum(metadata: dict[str, str], tensors: Tensors) -> str:
    names = sorted(tensors)
    described = [
        [list(pair) for pair in sorted(metadata.items())],
        [[name, list(tensors[name].shape)] for name in names],
    ]
    digest = hashlib.sha256(compact(described).encode())
    for name in names:
        digest.update(np.ascontiguousarray(tensors[name]).tobytes())
    return digest.hexdigest()


def encode(kind: str, version: str, description: object, tensors: Tensors) -> bytes:
    metadata = {"format": kind, "formatVersion": version, "model": compact(description)}
    metadata["checksum"] = checksum(metadata, tensors)
    header: dict[str, object] = {"__metadata__": metadata}
    # Tensors of eight-byte numbers first: then all start at a multiple of their size.
    ordered = sorted(tensors.items(), key=lambda entry: -entry[1].itemsize)
    end = 0
    for name, values in ordered:
        header[name] = {
            "dtype": NAMES[values.dtype],
            "shape": list(values.shape),
            "data_offsets": [end, end + values.nbytes],
        }
        end += values.nbytes
    text = compact(header).encode()
    text += b" " * (-len(text) % 8)
    return b"".join([struct.pack("<Q", len(text)), text, *(np.ascontiguousarray(own).tobytes() for _, own in ordered)])


def write(path: Path, content: bytes) -> None:
    """Beside its target and renamed: whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(beside, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as cause:
        beside.unlink(missing_ok=True)
        raise CodedError(
            "FILE_NOT_WRITABLE",
            f'"{path}" cannot be written: {cause.strerror}',
            "check that the folder may be written to, and that the disk has room",
        ) from cause


def read(path: Path, kind: str, version: str) -> tuple[dict, Tensors]:
    """The description and the tensors; refuses what is cut off, altered or another kind of file."""

    def altered(reason: str) -> CodedError:
        return CodedError(
            "PLAN_ALTERED", f'"{path}" cannot be used: {reason}', "copy the folder again, or write a new plan"
        )

    try:
        content = path.read_bytes()
    except OSError as cause:
        raise altered(str(cause.strerror)) from cause
    try:
        (length,) = struct.unpack_from("<Q", content)
        header = json.loads(content[8 : 8 + length])
        metadata = header.pop("__metadata__")
        tensors = {name: tensor(content, 8 + length, own) for name, own in header.items()}
        sealed = metadata.pop("checksum")
        if [metadata["format"], metadata["formatVersion"]] != [kind, version]:
            raise altered(
                f"it is {metadata['format']} version {metadata['formatVersion']}, not {kind} version {version}"
            )
        if sealed != checksum(metadata, tensors):
            raise altered("its checksum does not fit its contents")
        return json.loads(metadata["model"]), tensors
    except (struct.error, ValueError, KeyError, TypeError) as cause:
        raise altered("it is not a whole safetensors file") from cause


def tensor(content: bytes, start: int, entry: dict) -> np.ndarray:
    first, last = entry["data_offsets"]
    return np.frombuffer(content[start + first : start + last], TYPES[entry["dtype"]]).reshape(entry["shape"])
