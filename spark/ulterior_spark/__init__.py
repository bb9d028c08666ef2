"""Training on Apache Spark, equal to `ulterior train` up to rounding. docs/spark.md is the guide."""
