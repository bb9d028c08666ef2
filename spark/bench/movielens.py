"""Writes MovieLens 1M as Parquet: FOLDER/ratings (user, item, rating) and FOLDER/people (user, gender).

    spark-submit spark/bench/movielens.py --data ml-1m --output FOLDER
"""

import argparse

from pyspark.sql import SparkSession

parser = argparse.ArgumentParser(description="Write the ratings and people of MovieLens 1M as Parquet.")
parser.add_argument("--data", required=True, help="the folder with ratings.dat and users.dat")
parser.add_argument("--output", required=True)
flags = parser.parse_args()

spark = SparkSession.builder.appName("MovieLens").config("spark.log.level", "ERROR").getOrCreate()
read = spark.read.option("sep", "::")
ratings = read.csv(f"{flags.data}/ratings.dat", "user string, item string, rating float, seconds long")
ratings.drop("seconds").write.parquet(f"{flags.output}/ratings")
people = read.csv(f"{flags.data}/users.dat", "user string, gender string, age int, occupation int, zip string")
people.select("user", "gender").write.parquet(f"{flags.output}/people")
spark.stop()
