"""What scikit-learn finds behind equal chances: `ulterior train --model chances`, `ulterior protect`, then classifiers by hand.

    pip install scikit-learn==1.7.2 numpy==2.3.4 scipy==1.16.3
    python scripts/protect-peers.py data/ml-1m --attribute gender --ulterior "node dist/cli/main.js"

In each fold of MovieLens 1M the public model is learned from half of the people outside it. The other half teaches the classifiers:
they run `protect` on those histories, once per copy, with another secret each time, learn from every copy by itself, and
take the mean. The people of the fold send what `protect` writes with a secret of their own. Nothing of Ulterior is
imported. Prints Markdown: the mean AUC of each classifier over the folds.
"""

import argparse
import csv
import shlex
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.decomposition import TruncatedSVD
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

parser = argparse.ArgumentParser()
parser.add_argument("folder", type=Path)
parser.add_argument("--attribute", choices=["gender", "age"], default="gender")
parser.add_argument("--ulterior", default="npx ulterior")
parser.add_argument("--folds", type=int, default=3)
parser.add_argument("--copies", type=int, default=3)
parser.add_argument("--undefended", action="store_true", help="the same classifiers on histories as they are, too")
parser.add_argument("--people", type=int, help="fewer people, to try the script")
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()


def read():
    """People and items with at least 20 ratings, repeated until stable, as Ulterior has them."""
    with open(options.folder / "users.dat", encoding="latin-1") as file:
        rows = [line.split("::") for line in file]
    groups = {user: int(gender == "M" if options.attribute == "gender" else int(age) >= 35) for user, gender, age, *_ in rows}
    with open(options.folder / "ratings.dat", encoding="latin-1") as file:
        ratings = np.array([[int(word) for word in line.split("::")[:3]] for line in file])
    while True:
        kept = np.ones(len(ratings), bool)
        for column in (0, 1):
            ids, counts = np.unique(ratings[:, column], return_counts=True)
            kept &= np.isin(ratings[:, column], ids[counts >= 20])
        if kept.all():
            break
        ratings = ratings[kept]
    people = np.unique(ratings[:, 0])
    if options.people:
        people = np.random.default_rng(options.seed).permutation(people)[: options.people]
        ratings = ratings[np.isin(ratings[:, 0], people)]
    return ratings, people, np.array([groups[str(person)] for person in people])


def write(path, header, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([header, *rows])


def ulterior(*words):
    subprocess.run([*shlex.split(options.ulterior), *map(str, words)], check=True)


class Features:
    """Rows of histories as classifiers read them; what is learned from data is learned from the first of them."""

    def __init__(self, people, ratings):
        self.items = {item: n for n, item in enumerate(np.unique(all_ratings[:, 1]))}
        seen, _ = self.tables(people, ratings)
        rated = np.asarray(seen.sum(0)).ravel()
        sums = np.zeros(len(self.items))
        for _, item, rating in ratings:
            sums[self.items[item]] += rating
        self.means = sums / np.maximum(rated, 1)
        self.svd = TruncatedSVD(64, random_state=options.seed).fit(self.scaled(seen))
        self.standard = StandardScaler().fit(self.svd.transform(self.scaled(seen)))

    def tables(self, people, ratings):
        row = {person: n for n, person in enumerate(people)}
        rows = [row[person] for person in ratings[:, 0]]
        columns = [self.items[item] for item in ratings[:, 1]]
        shape = (len(people), len(self.items))
        return csr_matrix((np.ones(len(rows)), (rows, columns)), shape), csr_matrix((ratings[:, 2].astype(float), (rows, columns)), shape)

    def scaled(self, seen):
        """Rows of length one: who rated much is not far from everybody else."""
        return seen.multiply(1 / np.sqrt(np.maximum(seen.sum(1), 1))).tocsr()

    def __call__(self, people, ratings):
        seen, values = self.tables(people, ratings)
        centred = values.copy()
        centred.data = (centred.data - self.means[centred.indices]) / 2
        factors = self.standard.transform(self.svd.transform(self.scaled(seen)))
        return {"sparse": hstack([seen, centred]).tocsr(), "ratings": values.toarray().astype(np.float32), "factors": factors}


def logistic(copies, labels):
    grid = LogisticRegressionCV(Cs=[0.0003, 0.001, 0.003, 0.01, 0.03], cv=3, scoring="roc_auc", solver="liblinear", random_state=options.seed)
    chosen = grid.fit(copies[0]["sparse"], labels).C_[0]
    fitted = [LogisticRegression(C=chosen, solver="liblinear").fit(copy["sparse"], labels) for copy in copies]
    return lambda table: np.mean([one.decision_function(table["sparse"]) for one in fitted], 0)


def boosted(copies, labels):
    learners = [HistGradientBoostingClassifier(max_iter=150, learning_rate=0.05, max_leaf_nodes=15, max_features=0.1, random_state=options.seed) for _ in copies]
    fitted = [one.fit(copy["ratings"], labels) for one, copy in zip(learners, copies)]
    return lambda table: np.mean([one.decision_function(table["ratings"]) for one in fitted], 0)


def machine(copies, labels):
    grid = {"C": [0.5, 2], "gamma": [0.002, 0.006]}
    search = GridSearchCV(SVC(), grid, scoring="roc_auc", cv=3).fit(copies[0]["factors"], labels)
    fitted = [SVC(**search.best_params_).fit(copy["factors"], labels) for copy in copies]
    return lambda table: np.mean([one.decision_function(table["factors"]) for one in fitted], 0)


def net(copies, labels):
    fitted = [MLPClassifier((64,), alpha=3, batch_size=64, early_stopping=True, random_state=options.seed).fit(copy["sparse"], labels) for copy in copies]
    return lambda table: np.mean([np.log(one.predict_proba(table["sparse"])[:, 1] + 1e-9) for one in fitted], 0)


CLASSIFIERS = {"logistic regression, ridge by folds": logistic, "HistGradientBoosting": boosted, "RBF SVM on 64 factors": machine, "net of 64 units": net}
ADDED = "all four, standardised and added"


def judged(copies, labels, tested, truth):
    scores = {name: learn(copies, labels)(tested) for name, learn in CLASSIFIERS.items()}
    scores[ADDED] = sum((score - score.mean()) / score.std() for score in scores.values())
    return {name: roc_auc_score(truth, score) for name, score in scores.items()}


all_ratings, everybody, group = read()
found = {"equal chances": [], "no defence": []}
with tempfile.TemporaryDirectory() as name:
    work = Path(name)
    write(work / "people.csv", ["user", "group"], zip(everybody, np.where(group == 1, "second", "first")))
    folds = StratifiedKFold(options.folds, shuffle=True, random_state=options.seed)
    for fold, (outside, inside) in enumerate(folds.split(everybody, group)):
        halves, _ = next(iter(StratifiedKFold(2, shuffle=True, random_state=options.seed).split(outside, group[outside])))
        public, learners = outside[halves], np.delete(outside, halves)
        of = lambda some: all_ratings[np.isin(all_ratings[:, 0], everybody[some])]
        write(work / "public.csv", ["user", "item", "rating"], of(public))
        ulterior("train", work / "public.csv", "--users-table", work / "people.csv", "--attribute", "group", "--model", "chances", "--output", work / "chances.safetensors", "--quiet")

        def sent(some, secret):
            write(work / "mine.csv", ["user", "item", "rating"], of(some))
            ulterior("protect", work / "mine.csv", "--users-table", work / "people.csv", "--attribute", "group", "--presence-model", work / "chances.safetensors", "--secret-file", work / f"{fold}-{secret}.secret", "--output", work / "sent.csv", "--quiet")
            with open(work / "sent.csv") as file:
                return np.array([[int(float(cell)) for cell in row] for row in list(csv.reader(file))[1:]])

        if options.undefended:
            plain = Features(everybody[learners], of(learners))
            known = [plain(everybody[learners], of(learners))]
            found["no defence"].append(judged(known, group[learners], plain(everybody[inside], of(inside)), group[inside]))
        copies = [sent(learners, f"copy-{n}") for n in range(options.copies)]
        features = Features(everybody[learners], copies[0])
        tables = [features(everybody[learners], copy) for copy in copies]
        tested = features(everybody[inside], sent(inside, "own"))
        found["equal chances"].append(judged(tables, group[learners], tested, group[inside]))
        print(f"fold {fold}:", {name: round(auc, 4) for name, auc in found["equal chances"][-1].items()}, flush=True)

print(f"\n{options.attribute}, {len(everybody)} people, {options.folds} folds, {len(public)} behind the public model, {len(learners)} to learn from, {options.copies} copies\n")
columns = [name for name, folds in found.items() if folds]
print(f"| scikit-learn | {' | '.join(columns)} |\n|{' --- |' * (1 + len(columns))}")
for name in found["equal chances"][0]:
    cells = [f"{np.mean([own[name] for own in found[column]]):.3f}" for column in columns]
    print(f"| {' | '.join([name, *cells])} |")
