"""The best list of ten questions that scikit-learn finds in training folds, beside what an audit says (headlines.mjs).

    pip install scikit-learn==1.9.1 pandas
    python scripts/planted/listPeer.py worlds ours.csv

Anything may be asked, and no answer is an answer. In each of five folds several ways choose ten items among the training
people, and several models learn from the answers to them; the way and the model with the best AUC in three folds inside the
training people judge the others. The AUC is the mean of the folds.
"""

import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
from sklearn.feature_selection import chi2, f_classif
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import OneHotEncoder

QUESTIONS = 10


def best(scores):
    return np.argsort(-np.nan_to_num(scores), kind="stable")[:QUESTIONS]


def by_levels(answers, labels):
    """Each answer and no answer as a column of its own."""
    encoded = [OneHotEncoder().fit_transform(answers[:, [item]]) for item in range(answers.shape[1])]
    return best([chi2(columns, labels)[0].sum() for columns in encoded])


def by_ratings(answers, labels):
    centred = np.where(answers == 0, np.nan, answers)
    return best(f_classif(np.nan_to_num(centred - np.nanmean(centred, 0)), labels)[0])


def by_forest(answers, labels):
    forest = ExtraTreesClassifier(100, max_depth=6, random_state=0).fit(answers, labels)
    return best(forest.feature_importances_)


def by_pairs(answers, labels):
    """The items of the pairs whose products separate the groups best, pair by pair."""
    columns = answers - answers.mean(0)
    first, second = np.triu_indices(columns.shape[1], 1)
    order = np.argsort(-f_classif(columns[:, first] * columns[:, second], labels)[0], kind="stable")
    chosen = []
    for pair in order:
        chosen += [item for item in (first[pair], second[pair]) if item not in chosen]
    return np.array(chosen[:QUESTIONS])


def levels(answers):
    return np.concatenate([answers == level for level in range(6)], 1).astype(float)


def levels_and_counts(answers):
    return np.concatenate([levels(answers), np.stack([(answers == level).sum(1) for level in range(6)], 1)], 1)


def products(answers):
    """Of every pair of items, whether both are high, one is, or neither."""
    high = np.where(answers >= 4, 1.0, -1.0)
    first, second = np.triu_indices(high.shape[1], 1)
    return np.concatenate([levels(answers), high[:, first] * high[:, second]], 1)


WAYS = [by_levels, by_ratings, by_forest, by_pairs]
MODELS = [
    (levels, lambda: LogisticRegression(C=0.1, max_iter=200)),
    (levels_and_counts, lambda: LogisticRegression(C=0.1, max_iter=200)),
    (products, lambda: LogisticRegression(C=0.1, max_iter=200)),
    (lambda answers: answers, lambda: HistGradientBoostingClassifier(max_iter=50, max_depth=3, random_state=0)),
]


def judged(answers, labels, tested):
    """The scores of the tested, by what does best inside the training people."""
    inside = StratifiedKFold(3, shuffle=True, random_state=0)
    found = []
    parts = list(inside.split(answers, labels))
    for way in WAYS:
        lists = [way(answers[train], labels[train]) for train, _ in parts]
        for read, model in MODELS:
            scores = np.empty(len(labels))
            for items, (train, held) in zip(lists, parts):
                fitted = model().fit(read(answers[train][:, items]), labels[train])
                scores[held] = fitted.predict_proba(read(answers[held][:, items]))[:, 1]
            found.append((roc_auc_score(labels, scores), way, read, model))
    _, way, read, model = max(found, key=lambda one: one[0])
    items = way(answers, labels)
    return model().fit(read(answers[:, items]), labels).predict_proba(read(tested[:, items]))[:, 1]


def ten_questions(path):
    table = pd.read_csv(path)
    labels = (table["group"] == table["group"].max()).to_numpy().astype(int)
    answers = table.drop(columns=["person", "group"]).fillna(0).to_numpy(float)
    aucs = []
    for train, test in StratifiedKFold(5, shuffle=True, random_state=1).split(answers, labels):
        aucs.append(roc_auc_score(labels[test], judged(answers[train], labels[train], answers[test])))
    return float(np.mean(aucs))


folder, ours = Path(sys.argv[1]), pd.read_csv(sys.argv[2])
print("| world | seeds | rated items | anything | best list of scikit-learn | audit less scikit-learn |")
print("| --- | --- | --- | --- | --- | --- |")
rows = defaultdict(list)
for _, one in ours.iterrows():
    peer = ten_questions(folder / f"{one.world}-{one.seed}.csv")
    rows[one.world].append((one.rated, one.anything, peer, max(one.rated, one.anything) - peer))
for world, figures in rows.items():
    means = np.mean(figures, 0)
    print(f"| {world} | {len(figures)} | {means[0]:.3f} | {means[1]:.3f} | {means[2]:.3f} | {means[3]:+.3f} |", flush=True)
