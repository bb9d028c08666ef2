"""What a sensible scikit-learn pipeline finds in the planted worlds, each with features that suit what is planted.

    pip install scikit-learn==1.9.1 pandas
    npm run planted -- --write worlds --seeds 20
    python scripts/planted/peer.py worlds

The statistic is an AUC (a rank correlation for numbers) of predictions by five-fold cross-validation, tested at 5% against
39 shuffles of the labels; for the rare item, Fisher's exact test of every item with Bonferroni's correction.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.stats import fisher_exact, spearmanr
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, Ridge, RidgeClassifier
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler
from sklearn.tree import DecisionTreeClassifier

LEVEL, SHUFFLES = 0.05, 39


def standard(*steps):
    return make_pipeline(SimpleImputer(), StandardScaler(), *steps)


def products(degree, count):
    """Products of standardised answers, the best of them chosen inside the training people."""
    several = PolynomialFeatures(degree, interaction_only=True, include_bias=False)
    return standard(several, SelectKBest(f_classif, k=count), LogisticRegression())


def which_are_equal(answers):
    first, second = np.triu_indices(answers.shape[1], 1)
    return (answers[:, first] == answers[:, second]).astype(float)


def counts_of_levels(answers):
    return np.stack([(answers == level).sum(1) for level in range(1, 6)], 1)


def with_squares(answers):
    return np.hstack([answers, (answers - 3) ** 2])


def largest_auc(model, inputs, labels, seed):
    """Of every group against the rest."""
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    method = "decision_function" if hasattr(model, "decision_function") else "predict_proba"
    scores = cross_val_predict(model, inputs, labels, cv=folds, method=method)
    if scores.ndim == 2 and scores.shape[1] == 2:
        scores = scores[:, 1]
    if scores.ndim == 1:
        return roc_auc_score(labels == labels.max(), scores)
    return max(roc_auc_score(labels == group, scores[:, group]) for group in range(scores.shape[1]))


def thirds(model, inputs, numbers, seed):
    return largest_auc(model, inputs, np.digitize(numbers, np.quantile(numbers, [1 / 3, 2 / 3])), seed)


def rank_correlation(model, inputs, numbers, seed):
    folds = KFold(5, shuffle=True, random_state=seed)
    return spearmanr(cross_val_predict(model, inputs, numbers, cv=folds), numbers)[0]


def by_shuffles(features, model, statistic=largest_auc):
    def found(answers, labels, seed):
        inputs = features(answers)
        chance = np.random.default_rng(seed)
        real = statistic(model, inputs, labels, seed)
        as_large = 0
        for _ in range(SHUFFLES):
            as_large += statistic(model, inputs, chance.permutation(labels), seed) >= real
            if (1 + as_large) / (1 + SHUFFLES) > LEVEL:
                return False
        return True

    return found


def any_item_by_fisher(answers, labels, seed):
    tables = [pd.crosstab(np.isnan(seen), labels) for seen in answers.T]
    return min(fisher_exact(table)[1] for table in tables) <= LEVEL / len(tables)


def itself(answers):
    return answers


PIPELINES = {
    "equal": by_shuffles(which_are_equal, LogisticRegression()),
    "parityOfFives": by_shuffles(counts_of_levels, DecisionTreeClassifier(min_samples_leaf=10, random_state=0)),
    "xorOfTwo": by_shuffles(itself, products(2, 20)),
    "xorOfThree": by_shuffles(itself, products(3, 20)),
    "rareItem": any_item_by_fisher,
    "oneGroupOfTwelve": by_shuffles(itself, RidgeClassifier(alpha=100)),
    "weak": by_shuffles(itself, standard(LogisticRegression(C=0.01))),
    "faint": by_shuffles(itself, standard(LogisticRegression())),
    "uShape": by_shuffles(itself, standard(RidgeClassifier(alpha=100)), thirds),
    "extremeAnswer": by_shuffles(with_squares, standard(Ridge(alpha=100)), rank_correlation),
    "linear": by_shuffles(itself, standard(Ridge(alpha=100)), rank_correlation),
    "missingCodeInAnswers": by_shuffles(itself, standard(LogisticRegression(C=0.01))),
}

worlds = {}
for path in Path(sys.argv[1]).glob("*.csv"):
    world, seed = path.stem.rsplit("-", 1)
    if world.split()[0] in PIPELINES:
        worlds.setdefault(world, []).append((int(seed), path))

for world, seeds in sorted(worlds.items()):
    hits = []
    for seed, path in sorted(seeds):
        table = pd.read_csv(path, na_values=["-99"])
        target = next(name for name in ("group", "gender", "age") if name in table)
        labels = table.pop(target)
        answers = table.filter(regex=r"^q\d+$").to_numpy(float)
        codes = labels.to_numpy() if target == "age" else pd.factorize(labels, sort=True)[0]
        hits.append(PIPELINES[world.split()[0]](answers, codes, seed))
    print(f"{world}: found in {sum(hits)} of {len(hits)}", flush=True)
