# python from_recbole.py saved/BPR.pth vectors.npz      (run it where the data of its configuration are)
import sys, numpy as np, torch
from recbole.data import create_dataset
saved = torch.load(sys.argv[1], map_location="cpu", weights_only=False)
data, weights = create_dataset(saved["config"]), saved["state_dict"]
out = {}
for side, field in (("user", data.uid_field), ("item", data.iid_field)):
    out[side + "_factors"] = weights[side + "_embedding.weight"][1:].numpy()
    out[side + "_ids"] = data.field2id_token[field][1:].astype(str)
np.savez(sys.argv[2], **out)
