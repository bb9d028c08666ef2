# python from_surprise.py model.dump vectors.npz      (written by surprise.dump.dump; SVD, SVDpp or NMF)
import sys, numpy as np
from surprise import dump
model = dump.load(sys.argv[1])[1]
data = model.trainset
users = [str(data.to_raw_uid(n)) for n in data.all_users()]
items = [str(data.to_raw_iid(n)) for n in data.all_items()]
np.savez(sys.argv[2], user_factors=model.pu, item_factors=model.qi, user_ids=users, item_ids=items)
