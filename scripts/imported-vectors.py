"""Item vectors by two other packages, on everybody's ratings of MovieLens 100K: the folder `spark` and `implicit.npz`.

    pip install implicit==0.7.3 pyspark==4.3.0
    python scripts/imported-vectors.py data/ml-100k

Vectors have length 10; all other settings are the defaults of the packages. Nobody's gender or age is read.
"""

import sys

import numpy as np
from implicit.als import AlternatingLeastSquares
from pyspark.ml.recommendation import ALS
from pyspark.sql import SparkSession
from scipy.sparse import csr_matrix

LENGTH = 10

with open(f"{sys.argv[1]}/u.data") as file:
    rows = np.array([[int(word) for word in line.split()[:3]] for line in file])
users, user_rows = np.unique(rows[:, 0], return_inverse=True)
items, item_rows = np.unique(rows[:, 1], return_inverse=True)

model = AlternatingLeastSquares(factors=LENGTH, random_state=1, num_threads=1)
model.fit(csr_matrix((rows[:, 2].astype("f4"), (user_rows, item_rows))), show_progress=False)
factors = {"user_factors": model.user_factors, "item_factors": model.item_factors}
np.savez("implicit.npz", **factors, user_ids=users, item_ids=items)

local = {"spark.ui.enabled": "false", "spark.driver.bindAddress": "127.0.0.1", "spark.log.level": "ERROR"}
spark = SparkSession.builder.master("local[1]").config(map=local | {"spark.sql.shuffle.partitions": "2"}).getOrCreate()
table = spark.createDataFrame(rows.tolist(), ["user", "item", "rating"]).cache()
als = ALS(rank=LENGTH, seed=1, userCol="user", itemCol="item", ratingCol="rating")
als.fit(table).write().overwrite().save("spark")
spark.stop()
