"""What a good data scientist would write with scikit-learn for the job of an audit of whole histories: the same people, the
same folds, the same features. scripts/peer.mjs writes the data, runs this and the audit, and prints both.

    python3 -m venv peer && peer/bin/pip install numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 threadpoolctl==3.8.0
    peer/bin/python bench/peer/peer.py FOLDER

In each fold: logistic regression with its ridge chosen by five inner folds, HistGradientBoosting with early stopping,
kernel ridge on the latent factors that the audit made (given, at no cost), and the stack of the three by logistic
regression on what each says of people it did not learn from. The same once more on shuffled labels, as in the audit. Then
a permutation test by ridge regression with 200 shuffles, four more shuffles for kernel ridge, and 1,000 resamples for the
intervals of all four.

It is meant to be fast: inner folds of logistic regression follow the path of ridges from the strongest on, so that each
fit starts where the last one ended; one eigendecomposition of the kernel matrix serves all ridges and all labels, and what kernel ridge says
of people it did not learn from comes from it in closed form; permutations are right-hand sides of one solve; resamples
are weights of one sorted order.
"""
import json
import resource
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import scipy
import sklearn
from scipy.linalg import cho_factor, cho_solve, eigh
from scipy.sparse import csr_matrix, hstack
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold

warnings.simplefilter("ignore", ConvergenceWarning)
folder = Path(sys.argv[1])
meta = json.loads((folder / "meta.json").read_text())
people, items, types = meta["people"], meta["items"], meta["types"]
solver, dtype = meta.get("solver", "lbfgs"), np.dtype(meta.get("precision", "float64"))
starts = np.fromfile(folder / "starts", np.uint32)
indices = np.fromfile(folder / "indices", np.uint32)
values = np.fromfile(folder / "values", np.float32).astype(float)
points = np.fromfile(folder / "coordinates", np.float32).reshape(people, -1).astype(dtype)
truth = np.fromfile(folder / "labels", np.uint8).astype(int)
folds = np.fromfile(folder / "folds", np.uint16)
rows = np.repeat(np.arange(people), np.diff(starts.astype(int)))
random = np.random.default_rng(meta["seed"])
spent = {}

CS = 1 / np.array([1000.0, 300, 100, 30, 10, 3, 1])
REACHES = np.array([0.25, 1, 4])
RIDGES = np.array([0.01, 0.1, 1, 10])
INNER, PERMUTATIONS, CONTROLS, RESAMPLES = 5, 200, 5, 1000


def spend(name, work, *given):
    before = time.process_time()
    found = work(*given)
    spent[name] = spent.get(name, 0) + time.process_time() - before
    return found


def features(train):
    """Seen or not, and the rating less the mean of its item, as the training people show it."""
    own = train[rows]
    counts = np.bincount(indices[own], minlength=items)
    means = np.bincount(indices[own], values[own], minlength=items) / np.maximum(counts, 1)
    centred = values - means[indices]
    scale = 2 * np.sqrt(np.mean(centred[own] ** 2))
    shape = (people, items)
    seen = csr_matrix((np.ones(len(values)), indices, starts), shape)
    rated = csr_matrix((centred / (scale or 1), indices, starts), shape)
    keep = np.flatnonzero(counts < train.sum())
    return hstack([seen[:, keep], rated]).tocsr()


table = np.full((people, items), np.nan, np.float32)
table[rows, indices] = values


def one_hot(labels):
    return np.eye(types)[labels]


def log_odds(model, x):
    shares = np.clip(model.predict_proba(x), 1e-12, 1 - 1e-12)
    return np.log(shares / (1 - shares))


def auc(scores, labels):
    """Mean over each group against the rest."""
    return np.mean([roc_auc_score(labels == t, scores[:, t]) for t in range(1 if types == 2 else 0, types)])


def logistic(x, labels, train, test):
    """Scores of the tested, and of the training people by fits that left them out."""
    ids = np.flatnonzero(train)
    held = np.zeros((len(CS), people, types))
    for learn, judge in StratifiedKFold(INNER, shuffle=True, random_state=1).split(ids, labels[ids]):
        model = LogisticRegression(solver=solver, warm_start=True, max_iter=1000, tol=1e-3)
        for c, strength in enumerate(CS):
            model.C = strength
            model.fit(x[ids[learn]], labels[ids[learn]])
            held[c, ids[judge]] = log_odds(model, x[ids[judge]])
    best = int(np.argmax([auc(one[ids], labels[ids]) for one in held]))
    model = LogisticRegression(solver=solver, C=CS[best], max_iter=1000).fit(x[ids], labels[ids])
    return log_odds(model, x[test]), held[best, ids]


def trees(labels, train, test):
    ids = np.flatnonzero(train)

    def fitted(on):
        model = HistGradientBoostingClassifier(learning_rate=0.1, max_iter=300, early_stopping=True, random_state=1)
        return model.fit(table[on], labels[on])

    held = np.zeros((people, types))
    for learn, judge in StratifiedKFold(INNER, shuffle=True, random_state=2).split(ids, labels[ids]):
        held[ids[judge]] = log_odds(fitted(ids[learn]), table[ids[judge]])
    return log_odds(fitted(ids), table[test]), held[ids]


def kernels():
    """One for each reach: labels and folds do not change them."""
    square = (points**2).sum(1)
    apart = np.maximum(square[:, None] + square[None, :] - 2 * points @ points.T, 0)
    return [np.exp(-reach / points.shape[1] * apart) for reach in REACHES]


def decompositions(whole, train):
    ids = np.flatnonzero(train)
    return [eigh(kernel[np.ix_(ids, ids)], check_finite=False) for kernel in whole]


def kernel_ridge(whole, decomposed, labels, train, test):
    """All ridges from one decomposition; scores of those who are left out one at a time in closed form."""
    ids = np.flatnonzero(train)
    target = one_hot(labels)[ids]
    target = target - target.mean(0)
    best = None
    for kernel, (size, vectors) in zip(whole, decomposed):
        turned = vectors.T @ target
        for ridge in RIDGES:
            shrink = 1 / (size + ridge)
            weights = vectors @ (shrink[:, None] * turned)
            left_out = target - weights / ((vectors**2) @ shrink)[:, None]
            found = auc(left_out, labels[ids])
            if best is None or found > best[0]:
                best = (found, kernel, weights, left_out)
    _, kernel, weights, left_out = best
    return kernel[np.ix_(test, ids)] @ weights, left_out


def stacked(parts, labels, train):
    learned = np.hstack([held for _, held in parts])
    scale = learned.std(0) + 1e-12
    model = LogisticRegression().fit(learned / scale, labels[train])
    return log_odds(model, np.hstack([scores for scores, _ in parts]) / scale)


def attack(labels, decomposed_of, whole):
    found = {name: np.zeros((people, types)) for name in ("logistic", "trees", "kernel ridge", "stack")}
    for fold in range(meta["folds"]):
        test, train = np.flatnonzero(folds == fold), folds != fold
        x = spend("features", features, train)
        parts = [
            spend("logistic", logistic, x, labels, train, test),
            spend("trees", trees, labels, train, test),
            spend("kernel ridge", kernel_ridge, whole, decomposed_of[fold], labels, train, test),
        ]
        for name, (scores, _) in zip(found, parts):
            found[name][test] = scores
        found["stack"][test] = spend("stack", stacked, parts, labels, train)
    return found


def shuffled():
    """Within folds, as in the audit."""
    labels = truth.copy()
    for fold in range(meta["folds"]):
        own = np.flatnonzero(folds == fold)
        labels[own] = random.permutation(labels[own])
    return labels


def ranked_aucs(scores, positive):
    """AUC of each column of scores against the same column of labels."""
    order = np.argsort(np.argsort(scores, axis=0), axis=0) + 1
    count = positive.sum(0)
    return ((order * positive).sum(0) - count * (count + 1) / 2) / (count * (len(scores) - count))


def permutation_test():
    """Ridge regression on the factors; every shuffle is a right-hand side."""
    labels = np.stack([truth] + [shuffled() for _ in range(PERMUTATIONS)], axis=1)
    groups = [1] if types == 2 else range(types)
    best = np.zeros(PERMUTATIONS + 1)
    for strength in (0.03, 0.3, 3):
        mean = np.zeros(PERMUTATIONS + 1)
        for t in groups:
            target = (labels == t).astype(float)
            scores = np.zeros(target.shape)
            for fold in range(meta["folds"]):
                test, train = folds == fold, folds != fold
                f = points[train].astype(float)
                system = f.T @ f + strength * train.sum() * np.eye(f.shape[1])
                centred = target[train] - target[train].mean(0)
                scores[test] = points[test] @ cho_solve(cho_factor(system), f.T @ centred)
            mean += ranked_aucs(scores, target) / len(groups)
        best = np.maximum(best, mean)
    return float((best >= best[0]).mean())


def interval(scores, labels):
    """Of the mean over groups; people are drawn again by weights."""
    drawn = random.multinomial(people, np.full(people, 1 / people), RESAMPLES)
    total = np.zeros(RESAMPLES)
    groups = [1] if types == 2 else range(types)
    for t in groups:
        order = np.argsort(scores[:, t])
        weights = drawn[:, order]
        of = (labels == t)[order]
        below = np.cumsum(weights * ~of, axis=1)
        total += (weights * of * below).sum(1) / ((weights * of).sum(1) * (weights * ~of).sum(1)) / len(groups)
    return [float(q) for q in np.quantile(total, [0.025, 0.975])]


start = time.perf_counter()
whole = spend("kernel ridge", kernels)
decomposed = [spend("kernel ridge", decompositions, whole, folds != fold) for fold in range(meta["folds"])]
real = attack(truth, decomposed, whole)
labels = shuffled()
control = attack(labels, decomposed, whole)
for _ in range(CONTROLS - 1):
    again = shuffled()
    for fold in range(meta["folds"]):
        test, train = np.flatnonzero(folds == fold), folds != fold
        spend("kernel ridge", kernel_ridge, whole, decomposed[fold], again, train, test)
p_value = spend("permutations", permutation_test)
intervals = {name: spend("intervals", interval, scores, truth) for name, scores in real.items()}
print(
    json.dumps(
        {
            "auc": {name: [float(auc(scores, truth)), *intervals[name]] for name, scores in real.items()},
            "control": {name: float(auc(scores, labels)) for name, scores in control.items()},
            "pValue": p_value,
            "spent": {name: round(seconds, 1) for name, seconds in spent.items()},
            "processor": time.process_time(),
            "seconds": time.perf_counter() - start,
            "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            "versions": f"scikit-learn {sklearn.__version__}, NumPy {np.__version__}, SciPy {scipy.__version__}",
        }
    )
)
