"""The same work as one fold of the stack, by scikit-learn and NumPy: logistic regression on what was rated and how, and
kernel ridge regression on given coordinates. Settings are fixed on both sides. Prints JSON.

    python reference.py FOLDER    (what scripts/stack-speed.mjs wrote there)
"""
import json
import resource
import sys
import time
from pathlib import Path

import numpy as np
import scipy
import sklearn
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

folder = Path(sys.argv[1])
meta = json.loads((folder / "meta.json").read_text())
people, items, training = meta["people"], meta["items"], meta["training"]
starts = np.fromfile(folder / "starts", np.uint32)
indices = np.fromfile(folder / "indices", np.uint32)
values = np.fromfile(folder / "values", np.float32)
points = np.fromfile(folder / "coordinates", np.float32).reshape(people, -1)
labels = np.fromfile(folder / "labels", np.uint8)


def logistic():
    end = starts[training]
    counts = np.bincount(indices[:end], minlength=items)
    means = np.bincount(indices[:end], values[:end], minlength=items) / np.maximum(counts, 1)
    centred = values - means[indices]
    scale = 2 * np.sqrt(np.mean(centred[:end] ** 2))
    shape = (people, items)
    seen = csr_matrix((np.ones(len(values)), indices, starts), shape)
    rated = csr_matrix((centred / scale, indices, starts), shape)
    features = hstack([seen, rated]).tocsr()
    model = LogisticRegression(C=1 / meta["logisticRidge"], max_iter=2000)
    model.fit(features[:training], labels[:training])
    return model.decision_function(features[training:])


def kernel_ridge(dtype):
    x = points[:training].astype(dtype)
    other = points[training:].astype(dtype)
    gamma = meta["reach"] / x.shape[1]

    def kernel(left, right):
        distances = (left**2).sum(1)[:, None] + (right**2).sum(1)[None, :] - 2 * left @ right.T
        return np.exp(-gamma * np.maximum(distances, 0))

    matrix = kernel(x, x)
    matrix[np.diag_indices_from(matrix)] = 1 + meta["ridge"]
    target = labels[:training] - labels[:training].mean()
    factor = cho_factor(matrix, lower=True, overwrite_a=True, check_finite=False)
    return kernel(other, x) @ cho_solve(factor, target.astype(dtype), check_finite=False)


def timed(work, *given):
    start = time.process_time()
    result = work(*given)
    return time.process_time() - start, result


def auc(scores):
    own, other = scores[labels[training:] == 1], scores[labels[training:] == 0]
    return float(np.mean((own[:, None] > other[None, :]) + 0.5 * (own[:, None] == other[None, :])))


start = time.perf_counter()
logistic_seconds, logistic_scores = timed(logistic)
kernel_seconds, kernel_scores = timed(kernel_ridge, np.dtype(meta["precision"]))
seconds = time.perf_counter() - start
print(
    json.dumps(
        {
            "versions": {"numpy": np.__version__, "scipy": scipy.__version__, "scikit-learn": sklearn.__version__},
            "seconds": seconds,
            "processor": logistic_seconds + kernel_seconds,
            "logistic": logistic_seconds,
            "kernelRidge": kernel_seconds,
            "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            "auc": {"logistic": auc(logistic_scores), "kernelRidge": auc(kernel_scores)},
        }
    )
)
