# Sweeps of implicit's alternating least squares on one thread: python implicit_sweeps.py FOLDER people items dimension cg|cholesky sweeps
# Prints the milliseconds of processor time of each sweep, and then the memory of the process at its peak, in bytes.
import resource, sys, time
import numpy as np, scipy.sparse as sp
from implicit.als import AlternatingLeastSquares
folder, people, items, dimension, solver, sweeps = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5], int(sys.argv[6])
starts, indices = (np.fromfile(f"{folder}/{name}.bin", dtype="<u4").astype("i4") for name in ("starts", "indices"))
matrix = sp.csr_matrix((np.ones(len(indices), dtype="f4"), indices, starts), shape=(people, items))
times = []
last = time.process_time()
def swept(*_):
    global last
    times.append(1000 * (time.process_time() - last))
    last = time.process_time()
model = AlternatingLeastSquares(
    factors=dimension, alpha=10, regularization=5, iterations=sweeps, num_threads=1, use_cg=solver == "cg", dtype=np.float32
)
model.fit(matrix, show_progress=False, callback=swept)
print(*times)
print(1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
