# python from_lenskit.py pipeline.pkl vectors.npz      (a trained pipeline whose scorer factorizes)
import pickle, sys, numpy as np
with open(sys.argv[1], "rb") as file:
    scorer = pickle.load(file).component("scorer")
out = {}
for side in ("user", "item"):
    out[side + "_factors"] = np.asarray(getattr(scorer, side + "_embeddings"))
    out[side + "_ids"] = np.asarray(list(getattr(scorer, side + "s").ids())).astype(str)
np.savez(sys.argv[2], **out)
