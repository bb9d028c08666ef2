#!/bin/bash
# Trains on ratings that no single machine holds, by Spark on Kubernetes:
#
#   MASTER=https://cluster:6443 IMAGE=registry/spark-py:4.3.0 BUCKET=s3a://ratings \
#     deploy/kubernetes/spark-train.sh --plan "$BUCKET/plan" --ratings "$BUCKET/ratings"
#
# IMAGE is an image of Spark for Python with NumPy. The program goes up to the bucket and from there to the driver; the words
# after the name of this script go to spark/train.py. EXECUTORS, CORES and MEMORY say how much it may take.
set -euo pipefail
cd "$(dirname "$0")/../.."

exec "${SPARK_HOME:+$SPARK_HOME/bin/}spark-submit" \
  --master "k8s://${MASTER:?the address of the Kubernetes API}" \
  --deploy-mode cluster \
  --name ulterior-train \
  --conf spark.kubernetes.container.image="${IMAGE:?an image of Spark for Python}" \
  --conf spark.kubernetes.namespace="${NAMESPACE:-default}" \
  --conf spark.kubernetes.authenticate.driver.serviceAccountName="${SERVICE_ACCOUNT:-spark}" \
  --conf spark.kubernetes.file.upload.path="${BUCKET:?a folder that driver and executors see}/upload" \
  --conf spark.executor.instances="${EXECUTORS:-8}" \
  --conf spark.executor.cores="${CORES:-4}" \
  --conf spark.executor.memory="${MEMORY:-8g}" \
  spark/train.py "$@"
