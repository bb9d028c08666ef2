"""Writes synthetic ratings and people as Parquet: FOLDER/ratings (user, item, rating) and FOLDER/people (user, club).

    spark-submit spark/bench/synthetic.py --ratings 10000000 --output FOLDER

Items with low numbers are rated more often; nobody rates an item twice; the two clubs rate some items differently.
"""

import argparse

from pyspark.sql import SparkSession

parser = argparse.ArgumentParser(description="Write synthetic ratings and people as Parquet.")
parser.add_argument("--ratings", type=int, default=10_000_000)
parser.add_argument("--per-user", type=int, default=200)
parser.add_argument("--items", type=int, default=20_000)
parser.add_argument("--output", required=True)
flags = parser.parse_args()
users, per_user, free = flags.ratings // flags.per_user, flags.per_user, flags.items - flags.per_user

# A number from 0 to 1 that follows from the arguments.
chance = "(pmod(xxhash64({0}), 1000003) / 1000003.0)".format
spark = SparkSession.builder.appName("synthetic ratings").config("spark.log.level", "ERROR").getOrCreate()
spark.range(users).createOrReplaceTempView("people")
spark.sql(f"""
    select user, item, cast(greatest(1, least(5, round(3.4 + 1.1 * (deviation - 2) + if(user % 2 = item % 2, 0.2, 0)
           + 0.6 * ({chance("item")} - 0.5)))) as float) as rating
    from (select user, cast(k + floor({free} * pow((k + {chance("user, k")}) / {per_user}, 2.5)) as int) as item,
                 {" + ".join(chance(f"user, k, {n}") for n in range(1, 5))} as deviation
          from (select id as user, explode(sequence(0, {per_user - 1})) as k from people))
""").write.parquet(f"{flags.output}/ratings")
spark.sql("select id as user, if(id % 2 = 0, 'even', 'odd') as club from people").write.parquet(
    f"{flags.output}/people"
)
spark.stop()
