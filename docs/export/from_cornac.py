# python from_cornac.py model.pkl vectors.npz      (any model with user and item vectors; a bias is one more number)
import sys, numpy as np
from cornac.models import Recommender
model = Recommender.load(sys.argv[1])
users, items = [str(id) for id in model.user_ids], [str(id) for id in model.item_ids]
factors = {"user_factors": model.get_user_vectors(), "item_factors": model.get_item_vectors()}
np.savez(sys.argv[2], **factors, user_ids=users, item_ids=items)
