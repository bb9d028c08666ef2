# python from_pytorch.py model.pt item_embedding.weight ids.txt vectors.npz      (a state dict; one id per row)
import sys, numpy as np, torch
weights = torch.load(sys.argv[1], map_location="cpu", weights_only=True)
vectors = weights[sys.argv[2]].float().numpy()
with open(sys.argv[3], encoding="utf-8") as file:
    ids = file.read().splitlines()
assert len(ids) == len(vectors), f"{len(ids)} ids for {len(vectors)} rows"
np.savez(sys.argv[4], vectors=vectors, ids=ids)
