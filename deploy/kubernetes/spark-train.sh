#!/bin/bash
# Trains on ratings that no single machine holds, by Spark on Kubernetes:
#
#   MASTER=https://cluster:6443 IMAGE=registry/spark-py:4.3.0 BUCKET=s3a://ratings CLAIM=plans \
#     deploy/kubernetes/spark-train.sh --plan /plans/gender --ratings s3a://ratings/all
#
# IMAGE is an image of Spark for Python with NumPy. CLAIM is a volume claim that many pods may write (ReadWriteMany): driver and
# executors see it as /plans, with the plan that `ulterior train --plan` wrote. The program goes up to the bucket and from there
# to the driver; the words after the name of this script go to spark/train.py. EXECUTORS, CORES and MEMORY say how much it may take.
set -euo pipefail
cd "$(dirname "$0")/../.."

package="$(mktemp -d)"
trap 'rm -rf "$package"' EXIT
(cd spark && python3 -m zipfile -c "$package/ulterior_spark.zip" ulterior_spark)

volumes=()
for role in driver executor; do
  volume="spark.kubernetes.$role.volumes.persistentVolumeClaim.plans"
  volumes+=(--conf "$volume.mount.path=/plans" --conf "$volume.options.claimName=${CLAIM:?a volume claim with the plan}")
done

"${SPARK_HOME:+$SPARK_HOME/bin/}spark-submit" \
  --master "k8s://${MASTER:?the address of the Kubernetes API}" \
  --deploy-mode cluster \
  --name ulterior-train \
  --py-files "$package/ulterior_spark.zip" \
  "${volumes[@]}" \
  --conf spark.kubernetes.container.image="${IMAGE:?an image of Spark for Python}" \
  --conf spark.kubernetes.namespace="${NAMESPACE:-default}" \
  --conf spark.kubernetes.authenticate.driver.serviceAccountName="${SERVICE_ACCOUNT:-spark}" \
  --conf spark.kubernetes.file.upload.path="${BUCKET:?a folder that driver and executors see}/upload" \
  --conf spark.executor.instances="${EXECUTORS:-8}" \
  --conf spark.executor.cores="${CORES:-4}" \
  --conf spark.executor.memory="${MEMORY:-8g}" \
  spark/train.py "$@"
